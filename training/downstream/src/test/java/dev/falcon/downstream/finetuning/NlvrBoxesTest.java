// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.Png;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.RgbConversion;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.training.TinyRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures and statements of people: NLVR's, whose three grey boxes are three pictures. */
class NlvrBoxesTest {
  private static final int BOX = 100;
  private static final int BOXES = 3;
  private static final int APART = 150;

  @TempDir private Path folder;

  /** Cuts the boxes out, and writes the statements as ALBEF's lists: a quarter is held out. */
  private void write(Path tar) throws IOException {
    List<Map<String, Object>> train = new ArrayList<>();
    List<Map<String, Object>> held = new ArrayList<>();
    SampleSource source = SampleSources.open(tar.toString());
    List<Sample> samples = new ArrayList<>();
    source.forEach(samples::add, reject -> assertThat(reject).isNull());
    for (Sample sample : samples) {
      Raster picture = RgbConversion.of(new ImageDecoder().decode(sample.image().orElseThrow()));
      List<String> boxes = new ArrayList<>();
      for (int box = 0; box < BOXES; box++) {
        String name = sample.key() + "-" + box + ".png";
        byte[] pixels = picture.crop(box * APART, 0, BOX, BOX).toBytes();
        Files.write(folder.resolve(name), Png.encode(pixels, BOX, BOX));
        boxes.add(name);
      }
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("identifier", sample.key() + "-0");
      line.put("sentence", sample.captions().get(0));
      line.put("label", sample.metadata().get("label").equals("true") ? "True" : "False");
      line.put("images", boxes);
      boolean isHeld = Integer.parseInt(sample.key().replaceAll("[^-]*-([^-]*).*", "$1")) % 4 == 0;
      (isHeld ? held : train).add(line);
    }
    Json.write(folder.resolve("train.json"), train);
    Json.write(folder.resolve("held.json"), held);
  }

  private String files(String name) {
    return "={files: [" + folder.resolve(name) + "], image_root: " + folder + "}";
  }

  @Test
  void statementsOfPeopleAboutThreePicturesGoTheSameWay() throws IOException {
    Path tar = Path.of(System.getProperty("falcon.testdata", "absent"), "nlvr-dev/nlvr-dev.tar");
    assumeThat(tar).as("the test data folder has no NLVR").exists();
    write(tar);
    Path checkpoint =
        TinyRuns.train(
                TinyRuns.config("method.name=uniform", "train.epochs=1"),
                folder,
                "pre",
                () -> false)
            .checkpoint();
    List<String> keys =
        List.of(
            "start.checkpoint=" + checkpoint,
            "threads=1",
            "task.images=3",
            "train.epochs=2",
            "data.train" + files("train.json"),
            "data.held" + files("held.json"));
    FinetuneResult result =
        Finetuner.finetune(
            new FinetuneRequest(
                FinetuneReader.read("nlvr", "scenes-tiny", null, keys),
                folder.resolve("run"),
                false,
                folder.resolve("cache"),
                Progress.NONE,
                () -> false));
    assertThat(result.rejects()).isZero();
    assertThat(result.scores().get("held.majority")).isBetween(50.0, 65.0);
    assertThat(result.scores().get("held.accuracy")).isBetween(40.0, 75.0);
    assertThat(Files.readAllLines(folder.resolve("run/predictions-held.csv")))
        .hasSize(Json.readTree(folder.resolve("held.json")).size());
  }
}
