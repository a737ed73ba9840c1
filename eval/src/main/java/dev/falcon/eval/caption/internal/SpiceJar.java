// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.eval.caption.ScoredCaption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs the user's copy of SPICE 1.0, which reads and writes a file; it needs 8 GB of memory. */
public final class SpiceJar {
  private SpiceJar() {}

  /**
   * Returns the F-score of the corpus: the mean over captions, in [0, 1].
   *
   * @param limit the time after which the program is ended
   */
  public static double score(Path jar, List<ScoredCaption> captions, Duration limit) {
    try (JarProcess program = new JarProcess(jar, limit)) {
      return score(jar, captions, program);
    } catch (IOException e) {
      throw new FalconException(jar + ": cannot be run: " + e.getMessage(), e);
    }
  }

  private static double score(Path jar, List<ScoredCaption> captions, JarProcess program)
      throws IOException {
    Path folder = program.folder();
    List<Map<String, Object>> asked = new ArrayList<>();
    for (ScoredCaption caption : captions) {
      asked.add(
          Map.of(
              "image_id",
              asked.size(),
              "test",
              String.join(" ", caption.words()),
              "refs",
              caption.references().stream().map(words -> String.join(" ", words)).toList()));
    }
    Path input = folder.resolve("captions.json");
    Path output = folder.resolve("scores.json");
    Json.write(input, asked);
    Path log = folder.resolve("log");
    Process process =
        program.start(
            "8G",
            List.of(input.toString(), "-out", output.toString(), "-subset", "-silent"),
            streams -> streams.redirectErrorStream(true).redirectOutput(log.toFile()));
    int exit = process.onExit().join().exitValue();
    program.requireInTime();
    if (exit != 0 || !Folders.exists(output)) {
      throw new FalconException(
          jar + ": SPICE ended with exit code " + exit + "; " + lastLine(log));
    }
    double sum = 0;
    JsonNode scores = Json.readTree(output);
    for (JsonNode score : scores) {
      double f = score.at("/scores/All/f").asDouble();
      sum += Double.isNaN(f) ? 0 : f;
    }
    if (scores.size() != captions.size()) {
      throw new FalconException(
          jar + ": SPICE scored " + scores.size() + " of " + captions.size() + " captions");
    }
    return sum / captions.size();
  }

  /**
   * Returns the last line of the program's output, whose encoding is unknown: bytes that are not
   * UTF-8 are replaced.
   */
  private static String lastLine(Path log) throws IOException {
    String said = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    return said.strip().lines().reduce((a, b) -> b).orElse("it said nothing");
  }
}
