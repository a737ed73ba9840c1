// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures and words that nobody drew for this: emoji in tars, and BERT's own vocabulary. */
class EmojiTrainingTest {
  @TempDir private Path folder;

  private static String data(String name) {
    Path path = Path.of(System.getProperty("falcon.testdata", "absent")).resolve(name);
    assumeThat(path).as("the test data folder has no " + name).exists();
    return path.toString();
  }

  @Test
  void theLossFallsAndTheExportAgrees() throws IOException {
    List<String> keys =
        new ArrayList<>(
            List.of(
                "device=cpu",
                "data.train=" + data("emoji/emoji-0.tar"),
                "data.held=" + data("emoji/emoji-1.tar"),
                "data.text.tokenizer=" + data("tokenizers/bert-base-uncased-vocab.txt"),
                "model.image_size=32",
                "model.patch_size=8",
                "model.vision={width: 32, heads: 2, layers: 1, feed_forward: 32}",
                "model.text={width: 32, heads: 2, layers: 1, feed_forward: 32}",
                "model.fusion_layers=1",
                "model.projection=16",
                "model.max_tokens=30",
                "method={name: grit, search_space: 64}",
                "schedule={kind: cosine, base: 1.0e-3, warm_up: 5}",
                "train={epochs: 2, batch_size: 32}",
                "evaluation={rerank: 0}"));
    TrainConfig config = ConfigReader.read("albef-base", null, keys);
    TrainResult result =
        Trainer.train(
            new TrainRequest(
                config,
                folder.resolve("run"),
                false,
                folder.resolve("cache"),
                Progress.NONE,
                () -> false));
    assertThat(result.rejects()).isZero();
    List<String> steps = Files.readAllLines(folder.resolve("run/metrics.jsonl"));
    double first = Json.mapper().readTree(steps.get(0)).at("/mlm").asDouble();
    double last = Json.mapper().readTree(steps.get(steps.size() - 2)).at("/mlm").asDouble();
    assertThat(last).isPositive().isLessThan(0.97 * first);
    ExportResult export =
        Exporter.export(
            new ExportRequest(
                folder.resolve("run"),
                new CheckpointChoice.Newest(),
                folder.resolve("model"),
                false));
    assertThat(export.differences().values()).allMatch(difference -> difference < 1e-4);
  }
}
