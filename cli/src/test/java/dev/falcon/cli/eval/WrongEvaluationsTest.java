// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Evaluations whose files hold something else than they must: one line that names the file. */
class WrongEvaluationsTest {
  @TempDir private Path folder;

  @BeforeEach
  void layOut() throws IOException {
    write("blurred.png", "no picture");
    write("blurred.csv", "image,caption\nblurred.png,a\n");
    write("nobody.json", "{\"annotations\": []}");
    write("captions.json", "[{\"image_id\": 1, \"caption\": \"a\"}]");
    write(
        "twice.json",
        "[{\"image_id\": 1, \"caption\": \"a\"}, {\"image_id\": 1, \"caption\": \"b\"}]");
    write("people.json", "{\"annotations\": [{\"image_id\": 1, \"caption\": \"a\"}]}");
    write("others.json", "{\"annotations\": [{\"image_id\": 2, \"caption\": \"a\"}]}");
    write("open.jsonl", "{\"identifier\": \"dev-1-0-0\", \"sentence\": \"a\"}\n");
    write(
        "judged.jsonl",
        "{\"identifier\": \"dev-1-0-0\", \"sentence\": \"a\", \"label\": \"True\"}\n");
    write("said.csv", "dev-1-0-0,True\n");
    write("three.csv", "dev-1-0-0,True,False\n");
    write("maybe.csv", "dev-1-0-0,maybe\n");
    Files.write(folder.resolve("binary"), new byte[] {'a', (byte) 0xff, (byte) 0xfe});
    Files.write(folder("unreadable"), new byte[] {'a', (byte) 0xff, (byte) 0xfe});
    Files.writeString(folder("cut"), "{\"key\": \"cifar10\"");
    Files.writeString(folder("keyless"), "{\"dataset\": \"CIFAR-10\", \"metrics\": {}}");
    Files.writeString(
        folder("text"),
        "{\"key\": \"cifar10\", \"dataset\": \"CIFAR-10\", \"metrics\": {\"acc1\": \"much\"}}");
  }

  private Path folder(String run) throws IOException {
    return Files.createDirectories(folder.resolve(run)).resolve("eval_results.jsonl");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "retrieval --input-dataset=scenes:test,count=2 --model={m} --batch-size=0 | 2 | the batch"
            + " size (--batch-size) must be at least 1; is 0",
        "retrieval --input-dataset=scenes:test,count=2 --model={m} --k-test=0 | 2 | candidates to"
            + " re-rank (--k-test) must be at least 1; is 0",
        "retrieval --input-dataset={d}/blurred.csv --model={m} | 1 | blurred.csv: holds no usable"
            + " sample; not a JPEG",
        "datacomp --data-dir={d} --output-dir={o} --model={m} --tasks=[ | 2 | '[' is not a pattern"
            + " of tasks",
        "captions --predictions={d}/captions.json --references={d}/nobody.json | 1 | nobody.json:"
            + " holds no 'annotations'",
        "captions --predictions={d}/captions.json --references={d}/others.json | 1 | captions.json:"
            + " lacks 1 of",
        "captions --predictions={d}/twice.json --references={d}/people.json | 1 | a second"
            + " prediction for 1",
        "nlvr --predictions={d}/said.csv --statements={d}/open.jsonl | 1 | open.jsonl: dev-1-0-0"
            + " has no label",
        "nlvr --predictions={d}/binary --statements={d}/judged.jsonl | 1 | binary: is no text in"
            + " UTF-8",
        "nlvr --predictions={d}/three.csv --statements={d}/judged.jsonl | 1 | must be"
            + " 'identifier,True' or",
        "nlvr --predictions={d}/maybe.csv --statements={d}/judged.jsonl | 1 | must be True or"
            + " False; it is maybe",
        "report {d}/unreadable --output-dir={o} | 1 | eval_results.jsonl: is not UTF-8 text",
        "report {d}/cut --output-dir={o} | 1 | eval_results.jsonl, line 1: not whole JSON",
        "report {d}/keyless --output-dir={o} | 1 | eval_results.jsonl, line 1: not a result",
        "report {d}/text --output-dir={o} | 1 | line 1: the metric acc1 must be a number or null;"
            + " is",
      })
  void areRefusedInALine(String words, int exitCode, String message) {
    String model = System.getProperty("falcon.home") + "/onnx-models/scenes-tiny";
    Object[] command =
        ("eval " + words.strip() + " --quiet")
            .replace("{o}", folder.resolve("out").toString())
            .replace("{d}", folder.toString())
            .replace("{m}", model)
            .split(" ", -1);

    Cli.Result result = Cli.launch(command);

    assertThat(result.errors().lines()).hasSize(1);
    assertThat(result.errors()).contains(message.strip()).doesNotContain("this is a bug");
    assertThat(result.exitCode()).isEqualTo(exitCode);
    assertThat(result.output()).isEmpty();
  }
}
