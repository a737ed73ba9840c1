// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.training.Trainer;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.run.TrainRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomStartTest {
  @TempDir private Path folder;

  private static Optional<String> warning(String preset, String... keys) {
    return RandomStart.warning(ConfigReader.read(preset, List.of(keys)));
  }

  @Test
  void aFrozenEncoderOfNoWeightsIsRefused() {
    assertThatThrownBy(() -> warning("blip2-vitg"))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith("start.image_encoder must name weights, as the image encoder is")
        .hasMessageContaining("start.image_encoder=blip2-opt-2.7b/")
        .hasMessageEndingWith("ask for start.image_encoder=random");
    assertThatThrownBy(
            () ->
                Trainer.train(
                    new TrainRequest(
                        ConfigReader.read("blip2-vitg", List.of()),
                        folder.resolve("run"),
                        false,
                        folder.resolve("cache"),
                        Progress.NONE,
                        () -> false)))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith("start.image_encoder must name weights");
    assertThat(folder.resolve("run/config.yaml")).doesNotExist();
  }

  @Test
  void aFrozenEncoderOfRandomWeightsIsWarnedOf() {
    assertThat(warning("blip2-vitg", "start.image_encoder=random").orElseThrow())
        .startsWith(
            "warning: random weights are the start of start.image_encoder, which is frozen and"
                + " learns nothing, and of start.text_encoder; published runs start with")
        .doesNotContain("\n");
    assertThat(warning("blip2-tiny", "start.image_encoder=random")).isPresent();
    assertThat(warning("blip2-tiny")).isEmpty();
  }

  @Test
  void presetsOfPublishedRunsNameWhatTheseStartWith() {
    assertThat(warning("albef-base").orElseThrow())
        .contains("DeiT-B/16 and BERT-base")
        .contains("start.image_encoder=");
    assertThat(warning("siglip2-base").orElseThrow()).contains("SigLIP-2's own towers");
    assertThat(warning("albef-base", "start.image_encoder=a", "start.text_encoder=b")).isEmpty();
    assertThat(warning("albef-base", "start.image_encoder=a").orElseThrow())
        .startsWith("warning: random weights are the start of start.text_encoder; published");
    assertThat(warning("albef-base", "start.checkpoint=run")).isEmpty();
  }

  @Test
  void scenesNetworksStartAsTheyAreMeantTo() {
    for (String preset : List.of("scenes-tiny", "siglip2-tiny", "blip2-tiny")) {
      assertThat(warning(preset)).as(preset).isEmpty();
    }
  }
}
