// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.sample.Sample;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.DatasetConfig;
import dev.falcon.training.config.TrainConfig;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration's datasets are read as its keys say. */
class DatasetsTest {
  @TempDir private Path folder;

  private static List<Sample> samples(DatasetConfig config) {
    List<Sample> samples = new ArrayList<>();
    Datasets.open(config).forEach(samples::add, reject -> {});
    return samples;
  }

  @Test
  void readsTheLinesOfCaptionFilesAndTheKeysOfShardsAsAsked() throws IOException {
    ImageIO.write(
        new BufferedImage(4, 4, BufferedImage.TYPE_INT_RGB),
        "png",
        folder.resolve("a.png").toFile());
    Files.writeString(folder.resolve("a.txt"), "a cat\na small cat\n");
    TrainConfig config =
        ConfigReader.read(
            "scenes-tiny",
            null,
            List.of(
                "start.image_encoder=random",
                "data.train=" + folder,
                "data.held.dataset=" + folder,
                "data.held.caption_lines=each",
                "data.held.shard_keys=true"));
    assertThat(samples(config.data().train()))
        .singleElement()
        .satisfies(sample -> assertThat(sample.key()).isEqualTo("a"))
        .satisfies(sample -> assertThat(sample.captions()).containsExactly("a cat\na small cat"));
    assertThat(samples(config.data().held()))
        .singleElement()
        .satisfies(sample -> assertThat(sample.key()).endsWith("/a"))
        .satisfies(sample -> assertThat(sample.captions()).containsExactly("a cat", "a small cat"));
    String written = ConfigReader.write(config);
    assertThat(ConfigReader.readEffective(written)).isEqualTo(config);
    assertThat(written).containsOnlyOnce("caption_lines: each").containsOnlyOnce("shard_keys");
  }
}
