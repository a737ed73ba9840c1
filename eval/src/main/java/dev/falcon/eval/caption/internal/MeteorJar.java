// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption.internal;

import dev.falcon.data.FalconException;
import dev.falcon.eval.caption.ScoredCaption;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs the user's copy of METEOR 1.5, which answers on its standard streams: first with a line of
 * statistics per caption, then with the score of each caption and that of the corpus.
 */
public final class MeteorJar {
  private MeteorJar() {}

  /**
   * Returns the score of the corpus, in [0, 1].
   *
   * @param limit the time after which the program is ended
   */
  public static double score(Path jar, List<ScoredCaption> captions, Duration limit) {
    try (JarProcess program = new JarProcess(jar, limit)) {
      try {
        return score(jar, captions, program);
      } catch (IOException | FalconException e) {
        // A program that was ended at the time limit gives no answer, either.
        program.requireInTime();
        throw e;
      }
    } catch (IOException | NumberFormatException e) {
      throw new FalconException(jar + ": did not answer as METEOR 1.5 does: " + e.getMessage(), e);
    }
  }

  private static double score(Path jar, List<ScoredCaption> captions, JarProcess program)
      throws IOException {
    Process process =
        program.start(
            "2G",
            List.of("-", "-", "-stdio", "-l", "en", "-norm"),
            streams -> streams.redirectError(ProcessBuilder.Redirect.DISCARD));
    try (Writer to = process.outputWriter(StandardCharsets.UTF_8);
        BufferedReader from = process.inputReader(StandardCharsets.UTF_8)) {
      List<String> statistics = new ArrayList<>();
      for (ScoredCaption caption : captions) {
        statistics.add(ask(jar, to, from, "SCORE ||| " + line(caption)));
      }
      String last = ask(jar, to, from, "EVAL ||| " + String.join(" ||| ", statistics));
      for (int i = 0; i < captions.size(); i++) {
        last = answer(jar, from);
      }
      return Double.parseDouble(last.strip());
    }
  }

  private static String line(ScoredCaption caption) {
    String references =
        caption.references().stream().map(MeteorJar::text).collect(Collectors.joining(" ||| "));
    return references + " ||| " + text(caption.words());
  }

  private static String text(List<String> words) {
    return String.join(" ", words).replace("|||", "").replace("  ", " ");
  }

  private static String ask(Path jar, Writer to, BufferedReader from, String line)
      throws IOException {
    to.write(line + "\n");
    to.flush();
    return answer(jar, from);
  }

  private static String answer(Path jar, BufferedReader from) throws IOException {
    String answer = from.readLine();
    if (answer == null) {
      throw new FalconException(
          jar + ": ended without an answer; is it meteor-1.5.jar, with its data folder beside it?");
    }
    return answer;
  }
}
