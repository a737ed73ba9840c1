// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can never be right is refused before work begins, in a line that says what would be. */
class WrongRequestsTest {
  @TempDir private Path folder;

  @BeforeEach
  void layOut() throws IOException {
    Files.createDirectories(folder.resolve("empty"));
    Files.createDirectories(folder.resolve("run/run.json"));
    Files.createDirectories(folder.resolve("list.csv"));
    Files.createDirectories(folder.resolve("list.jsonl"));
    Files.writeString(folder.resolve("file"), "");
    Files.writeString(folder.resolve("braces.json"), "{}");
    Files.writeString(folder.resolve("pairs.csv"), "image,caption\na.png,a\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "data | 2 | What with the data?",
        "model | 2 | What with the model?",
        "reproduce | 2 | Which comparison?",
        "finetune | 2 | Which task?",
        "data generate | 2 | Generate what?",
        "data inspect scenes:test,count=2 --html={d}/file | 2 | file: already exists; name another"
            + " file, or overwrite it (--overwrite)",
        "embed --input-dataset=scenes:test,count=2 --model={m} --output-format=xml --out={o} | 2 |"
            + " 'xml' is not known",
        "eval captions --predictions={d}/file --references={d}/file --out={d}/braces.json | 2 |"
            + " braces.json: already exists",
        "mine --quantiles=1 --veto={d}/none --out={o} | 2 | none: there is no such file or folder",
        "merge {d}/none | 2 | none: there is no such file or folder",
        "label {d}/none | 2 | none: there is no such file or folder",
        "embed --input-dataset=scenes:test,count=2 --model={m} --precision=0.01 --out={o} | 2 | only"
            + " in audit-fn is it the width of an interval",
        "audit-fn --quantiles=1 --precision=fp16 --out={o} | 2 | --model-precision fp16",
        "mine --quantiles=1 --memory=99999999t --out={o} | 2 | is too large",
        "data convert scenes:test,count=2 --samples-per-shard=0 --out={o} | 2 | at least 1 sample",
        "data generate scenes --count=0 --out={o} | 2 | at least 1 image must be asked for",
        "data generate scenes --count=2 --samples-per-shard=0 --out={o} | 2 | at least 1 sample",
        "data generate scenes --count=2 --out={d}/file | 2 | is a file; name a folder",
        "data generate scenes --count=2 --statements=-1 --out={o} | 2 | must be 0 or more",
        "data inspect scenes:test,count=2 --limit=-1 | 2 | the limit must be 0 or more; -1",
        "data inspect {d}/pairs.csv --csv-separator=ab | 2 | must be one character; 'ab'",
        "data inspect {d}/file --input-format=scenes | 2 | Scenes is opened by name",
        "data inspect {d}/file --input-format=folder | 2 | takes one folder",
        "data inspect {d}/empty --input-format=csv | 2 | holds no metadata.jsonl or metadata.csv",
        "data inspect {d}/{0..99999999}.tar | 2 | names too many files",
        "data inspect {d}/{0..9999}{0..9999}.tar | 2 | names more than",
        "data inspect {d}/pairs.csv --image-root={d}/file | 2 | must be a folder or a zip file",
        "data inspect {d}/none.tar | 2 | none.tar",
        "eval report {d}/run --names=a --names=b --output-dir={o} | 2 | give each run one name"
            + " (--names)",
        "eval report {d}/run --output-dir={o} | 1 | run.json",
        "eval datacomp --data-dir={d} --output-dir={o} | 2 | --model must name the model folder",
        "eval datacomp --data-dir={d}/none --output-dir={o} --model={m} | 2 | there is no such file",
        "eval datacomp --data-dir={d}/empty --output-dir={o} --model={m} | 1 | holds none of the",
        "audit-fn --quantiles=0 --input-dataset=scenes:test,count=5 --out={o} | 2 | --embeddings",
        "audit-fn --compare {d}/braces.json {d}/braces.json | 1 | is not an audit.json",
        "audit-fn --compare {d}/empty {d}/braces.json | 1 | empty: cannot be read",
        "mine --embeddings={d}/none --quantiles=1 --out={o} | 2 | there is no such folder",
        "mine --embeddings={d}/empty --quantiles=1 --out={o} | 1 | empty",
        "merge {d}/empty | 1 | holds no parts",
        "embed --input-dataset=scenes:test,count=2 --model={m} --batch-size=0 --out={o} | 2 |"
            + " batch",
        "embed --input-dataset=scenes:test,count=2 --model={m} --num-workers=0 --out={o} | 2 | 1"
            + " thread",
        "embed --input-dataset=scenes:test,count=2 --model={m} --samples-per-shard=0 --out={o} | 2"
            + " | 1",
        "embed --input-dataset=scenes:test,count=2 --model={m} --shard=0/2 --out={d}/file | 2 | is"
            + " a file",
        "embed --input-dataset=scenes:test,count=2 --model={m} --threads=-1 --out={o} | 2 |"
            + " threads",
        "embed --input-dataset=scenes:test,count=2 --model={d}/empty --out={o} | 1 | empty",
        "export {d}/empty --out={o} | 1 | holds no checkpoint",
        "export {d}/none --out={o} | 1 | holds no checkpoint",
        "finetune retrieval --preset=scenes-tiny --out={o} | 2 | the pretrained checkpoint",
        "finetune retrieval --preset=scenes-tiny --checkpoint={d}/empty --out={o} | 2 | no"
            + " checkpoint",
        "reproduce scenes --seeds=0 --out={o} | 2 | --seeds must be at least 1",
        "reproduce scenes --only=none --collect --out={o} | 2 | no variant is called 'none'; known"
            + " are",
        "reproduce scenes --seeds=99999 --collect --out={o} | 2 | seeds must be between 1 and",
        "reproduce scenes --jobs=0 --out={o} | 2 | jobs",
        "reproduce scenes --framework=siglip2 --quick --out={o} | 2 | --quick works with albef only",
        "reproduce photographs --data={d} --framework=siglip2 --quick --out={o} | 2 | --quick"
            + " works with albef only",
        "reproduce scenes --comparison={d}/empty --collect --out={o} | 1 | empty: cannot be read:"
            + " Is a",
        "train --config={d}/empty --out={o} | 1 | empty",
        "train --preset=scenes-tiny --set train.epochs=[ --out={o} | 2 | must be YAML; got"
            + " train.epochs=[",
        "train --config={d}/none.yaml --out={o} | 2 | none.yaml",
        "train --preset=none --out={o} | 2 | none",
        "train --preset=scenes-tiny --set model.temperature.lowest=1 --out={o} | 2 | 0 < lowest",
        "train --preset=scenes-tiny --set model.queries=3 --out={o} | 2 | no key is called"
            + " model.queries",
        "train --preset=scenes-tiny --set objective.loss.name=sigmoid --out={o} | 2 | needs a bias",
        "train --preset=scenes-tiny --set optimiser.decoder_rate=0.5 --out={o} | 2 | no key is"
            + " called",
        "train --preset=scenes-tiny --set train.micro_batches=999 --out={o} | 2 | must not exceed",
        "train --preset=scenes-tiny --set data.train.dataset= --out={o} | 2 | each name a dataset",
        "train --preset=scenes-tiny --set model.vision.layers=0 --out={o} | 2 | layers=0",
        "train --preset=scenes-tiny --set model.vision.heads=0 --out={o} | 2 | heads=0",
        "train --preset=scenes-tiny --set model.vision.feed_forward=0 --out={o} | 2 |"
            + " feed_forward=0",
        "train --preset=scenes-tiny --set model.vision.width=7 --out={o} | 2 | width=7",
        "train --preset=siglip2-tiny --set model.projection=7 --out={o} | 2 | model.vision.width",
        "train --preset=siglip2-tiny --set model.dropout=0.5 --out={o} | 2 | model.dropout: 0",
        "train --preset=blip2-tiny --set model.queries=0 --out={o} | 2 | queries",
      })
  void areRefusedInALine(String words, int exitCode, String message) {
    String model = System.getProperty("falcon.home") + "/onnx-models/scenes-tiny";
    String out = folder.resolve("out").toString();
    Object[] command =
        words
            .strip()
            .replace("{o}", out)
            .replace("{d}", folder.toString())
            .replace("{m}", model)
            .split(" ", -1);

    Cli.Result result = Cli.launch(command);

    assertThat(result.errors().lines().filter(line -> !line.startsWith("Try 'falcon"))).hasSize(1);
    assertThat(result.errors()).contains(message.strip()).doesNotContain("this is a bug");
    assertThat(result.exitCode()).isEqualTo(exitCode);
    assertThat(result.output()).isEmpty();
  }
}
