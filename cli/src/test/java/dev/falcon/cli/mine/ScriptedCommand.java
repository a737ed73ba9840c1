// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
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
   * Runs a command and returns its exit code.
   *
   * @param out takes what the command prints
   * @param arguments of {@code falcon}
   */
  public static int run(PrintWriter out, String... arguments)
      throws IOException, InterruptedException {
    return arguments[0].equals("label") ? label(out, arguments) : judge(out, arguments);
  }

  private static int label(PrintWriter out, String... arguments)
      throws IOException, InterruptedException {
    Object[] flags = Arrays.copyOfRange(arguments, 1, arguments.length, Object[].class);
    try (ScriptedAnnotator annotator = new ScriptedAnnotator(flags)) {
      annotator.answer(MANY, caption -> caption.contains("red"));
      int exitCode = annotator.finish();
      out.print(annotator.errors() + annotator.output());
      return exitCode;
    }
  }

  private static int judge(PrintWriter out, String... arguments) throws IOException {
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      List<String> flags = new ArrayList<>(List.of(arguments));
      flags.set(flags.indexOf("--server") + 1, server.address());
      return Main.run(out, out, flags.toArray(String[]::new));
    }
  }
}
