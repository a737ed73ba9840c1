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

/** Files that are folders, empty, cut or of another kind: one line that names the file. */
class WrongFilesTest {
  @TempDir private Path folder;

  @BeforeEach
  void layOut() throws IOException {
    for (String name : new String[] {"dir.json", "dir.jsonl", "dir.parquet", "run", "store"}) {
      Files.createDirectories(folder.resolve(name));
    }
    Files.createDirectories(folder.resolve("run/checkpoints"));
    write("empty", "");
    write("cut.json", "{\"a\": [");
    write("number.json", "3");
    write("braces.json", "{}");
    write("list.json", "[]");
    write("newer.json", "{\"version\": 99}");
    write("lines.jsonl", "{\"a\": 1}\n[2]\n");
    write("words.csv", "a,b\n1,2\n");
    write("cut.parquet", "PAR1 PAR1");
    write("cut.arrow", "ARROW1  ARROW1");
    write("cut.tar", "x".repeat(600));
    write("list.yaml", "- a\n");
    write("tag.yaml", "a: !!java.net.URL b\n");
    write("run/checkpoints/step-0000001.safetensors", "not one");
    write("store/part-00000.arrow", "ARROW1  ARROW1");
    write("questions.json", "{\"questions\": [{\"question_id\": 1}]}");
    write("captions.json", "[{\"image_id\": 1, \"caption\": 5}]");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "audit-fn --plan={d}/dir.parquet {scenes} | dir.parquet",
        "audit-fn --plan={d}/empty {scenes} | empty",
        "audit-fn --plan={d}/cut.parquet {scenes} | cut.parquet",
        "audit-fn --plan={d}/cut.arrow {scenes} | cut.arrow",
        "audit-fn --plan={d}/words.csv {scenes} | words.csv",
        "audit-fn --plan={d}/none.parquet {scenes} | none.parquet",
        "audit-fn --pairs={d}/words.csv {scenes} | words.csv",
        "audit-fn --pairs={d}/lines.jsonl {scenes} | lines.jsonl",
        "audit-fn --pairs={d}/none.csv {scenes} | none.csv",
        "audit-fn --compare {d}/newer.json {d}/newer.json | newer.json",
        "audit-fn --compare {d}/cut.json {d}/cut.json | cut.json",
        "data convert {d}/words.csv --plan={d}/dir.parquet --out={o} | has no plan.json",
        "data convert scenes:test,count=4 --plan={d}/empty --out={o} | empty",
        "data convert scenes:test,count=4 --out={d}/empty/deeper | deeper",
        "data generate scenes --count=2 --out={d}/empty/deeper | deeper",
        "data inspect {d}/dir.json | dir.json",
        "data inspect {d}/cut.parquet | cut.parquet",
        "data inspect {d}/store | store",
        "data taxonomy --wordnet={d}/dir.json --classes={d}/words.csv --out={o} | dir.json",
        "data taxonomy --wordnet={d}/empty --classes={d}/empty --out={o} | empty",
        "embed --input-dataset=scenes:test,count=2 --model={m} --out={d}/empty/deeper | deeper",
        "embed --input-dataset={d}/cut.parquet --model={m} --out={o} | cut.parquet",
        "eval captions --predictions={d}/dir.json --references={d}/none.json | none.json",
        "eval captions --predictions={d}/cut.json --references={d}/list.json | list.json",
        "eval captions --predictions={d}/captions.json --references={d}/braces.json | json",
        "eval captions --predictions={d}/list.json --references={d}/dir.json | json",
        "eval nlvr --predictions={d}/dir.json --statements={d}/empty | holds no statement",
        "eval nlvr --predictions={d}/cut.json --statements={d}/lines.jsonl | json",
        "eval nlvr --predictions={d}/none.json --statements={d}/none.jsonl | none.json",
        "eval vqa --predictions={d}/dir.json --questions={d}/questions.json | json",
        "eval vqa --predictions={d}/list.json --questions={d}/cut.json | json",
        "eval vqa --predictions={d}/list.json --questions={d}/none.json | none.json",
        "eval report {d}/store --output-dir={o} | store",
        "eval retrieval --input-dataset={d}/cut.tar --model={m} --output-dir={o} | cut.tar",
        "eval retrieval --input-dataset=scenes:test,count=4 --model={m} --output-dir={d}/empty/x | x",
        "eval retrieval --input-dataset=scenes:test,count=4 --model={m} --truth={d}/none.csv | none.csv",
        "export {d}/run --out={o} | step-0000001.safetensors",
        "export {d}/run --checkpoint={d}/none.safetensors --out={o} | none.safetensors",
        "export {d}/run --checkpoint={d}/cut.json --out={o} | cut.json",
        "finetune retrieval --checkpoint={d}/run --preset=scenes-tiny --out={o} | run",
        "merge {d}/store | store",
        "mine --embeddings={d}/store --quantiles=1 --out={o} | not an embedding store",
        "mine --embeddings={d}/empty --quantiles=1 --out={o} | empty",
        "reproduce coco --config={d}/list.yaml --out={o} | list.yaml",
        "reproduce coco --config={d}/dir.json --out={o} | dir.json",
        "train --config={d}/list.yaml --out={o} | list.yaml",
        "train --config={d}/tag.yaml --out={o} | a",
        "train --preset=scenes-tiny --out={d}/empty/deeper | deeper",
      })
  void areNamedInALine(String words, String message) {
    String model = System.getProperty("falcon.home") + "/onnx-models/scenes-tiny";
    String out = folder.resolve("out").toString();
    Object[] command =
        words
            .strip()
            .replace("{scenes}", "--input-dataset=scenes:test,count=4 --model={m} --out={o}")
            .replace("{o}", out)
            .replace("{d}", folder.toString())
            .replace("{m}", model)
            .concat(" --quiet")
            .split(" ", -1);

    Cli.Result result = Cli.launch(command);

    assertThat(result.errors().lines()).hasSize(1);
    assertThat(result.errors()).contains(message.strip()).doesNotContain("this is a bug");
    assertThat(result.exitCode()).isIn(1, 2);
    assertThat(result.output()).isEmpty();
  }
}
