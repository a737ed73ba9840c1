// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.Main;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a command that somebody outside answers: {@code falcon label} with an annotator that is a
 * script, {@code falcon judge} with a server that plays a model.
 */
public final class ScriptedCommand {
  private static final int MANY = 10_000;

  private ScriptedCommand() {}

  /**
   * Runs and ends the process with the command's exit code.
   *
   * @param arguments of {@code falcon}
   */
  public static void main(String[] arguments) throws Exception {
    System.exit(arguments[0].equals("label") ? label(arguments) : judge(arguments));
  }

  private static int label(String[] arguments) throws Exception {
    Object[] flags = Arrays.copyOfRange(arguments, 1, arguments.length, Object[].class);
    try (ScriptedAnnotator annotator = new ScriptedAnnotator(flags)) {
      annotator.answer(MANY, caption -> caption.contains("red"));
      int exitCode = annotator.finish();
      PrintWriter out = out();
      out.print(annotator.errors() + annotator.output());
      out.flush();
      return exitCode;
    }
  }

  private static int judge(String[] arguments) throws Exception {
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      List<String> flags = new ArrayList<>(List.of(arguments));
      flags.set(flags.indexOf("--server") + 1, server.address());
      PrintWriter out = out();
      int exitCode = Main.run(out, out, flags.toArray(String[]::new));
      out.flush();
      return exitCode;
    }
  }

  /** Standard output, which stays open. */
  private static PrintWriter out() {
    return new PrintWriter(System.out, true, StandardCharsets.UTF_8);
  }
}
