package dev.falcon.eval.internal.caption;

import dev.falcon.data.FalconException;
import dev.falcon.eval.caption.metric.ScoredCaption;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Asks the user's copy of METEOR 1.5, which answers on its standard streams: a line of statistics
 * for each caption, then, for all of them, a score each and the corpus's.
 */
public final class MeteorJar {
  private MeteorJar() {}

  /** The corpus's score, as a fraction. */
  public static double score(Path jar, List<ScoredCaption> captions) {
    ProcessBuilder command =
        JarProcess.command(jar, "2G", List.of("-", "-", "-stdio", "-l", "en", "-norm"));
    command.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      Process process = command.start();
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
      } finally {
        process.destroy();
      }
    } catch (IOException | NumberFormatException e) {
      throw new FalconException(jar + ": did not answer as METEOR 1.5 does: " + e.getMessage(), e);
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
