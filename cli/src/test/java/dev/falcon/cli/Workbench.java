// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import java.nio.file.Path;
import java.util.Collections;
import java.util.StringTokenizer;
import java.util.function.Consumer;

/**
 * Commands over one folder, in which every path lies that begins with a colon, and the verification
 * of what they make.
 */
public record Workbench(Path folder) {
  /** The small model of Scenes. */
  public static final Path MODEL =
      Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny");

  /** Runs a command. */
  public Cli.Result falcon(String command) {
    Object[] words =
        Collections.list(new StringTokenizer(command)).stream()
            .map(String.class::cast)
            .<Object>map(word -> word.startsWith(":") ? folder.resolve(word.substring(1)) : word)
            .map(word -> word.toString().replace("=:", "=" + folder + "/"))
            .toArray();
    return Cli.launch(words);
  }

  /** Runs a command that must end well. */
  public void made(String command) {
    Cli.Result result = falcon(command + " --quiet");
    assertThat(result.exitCode()).as(command + ": " + result.errors()).isZero();
  }

  /** Has an output made again, of inputs that lie in the folder. */
  public Cli.Result again(String output, String... more) {
    return falcon("verify :" + output + " --again --quiet --input : " + String.join(" ", more));
  }

  /** Has an output made again, of which every byte must be equal. */
  public void holds(String output, String... more) {
    Cli.Result result = again(output, more);
    assertThat(result.exitCode()).as(output + ": " + result.output() + result.errors()).isZero();
    assertThat(result.output()).contains("  holds     made again: every byte of ");
    assertThat(folder.resolve(output + ".again")).doesNotExist();
  }

  /**
   * Changes a result and the digests that would show it; then only the output that is made again
   * differs.
   *
   * @param result the file with the record, such as {@code audit/audit.json}
   * @param difference the line of the difference, after {@code made again: }
   */
  public void differs(
      String output, String result, Consumer<ObjectNode> change, String difference) {
    rewrite(result, change);
    Cli.Result other = again(output);
    assertThat(other.exitCode()).as(other.output() + other.errors()).isEqualTo(1);
    assertThat(other.output().lines().filter(line -> line.contains("DIFFERS")))
        .singleElement()
        .asString()
        .contains("DIFFERS   made again: " + difference);
    assertThat(folder.resolve(output + ".again")).exists();
  }

  /** Changes a file with a record, whose digest of itself is then right. */
  public void rewrite(String record, Consumer<ObjectNode> change) {
    Path file = folder.resolve(record);
    ObjectNode content = (ObjectNode) Json.readTree(file);
    change.accept(content);
    content.remove("record_sha256");
    RecordFile.write(file, content);
  }
}
