// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import java.util.Locale;
import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code falcon generate-completion}: prints a script for completion in bash and zsh. */
@Command(
    name = "generate-completion",
    mixinStandardHelpOptions = true,
    description = {
      "Print a script that completes commands, flags and values in bash and zsh.",
      "Run this to use it in the present shell:",
      "  source <(falcon generate-completion)"
    })
final class CompletionCommand implements Runnable {
  /** A line of the script that lists a flag's values. */
  private static final Pattern VALUES = Pattern.compile("(?m)^ *local \\w+_option_args=\\(.*$");

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    CommandLine falcon = spec.root().commandLine();
    spec.commandLine().getOut().print(script(falcon));
    spec.commandLine().getOut().flush();
  }

  /** Returns picocli's script, with values written as in the help and the pages. */
  static String script(CommandLine falcon) {
    return VALUES
        .matcher(AutoComplete.bash(falcon.getCommandName(), falcon))
        .replaceAll(line -> values(line.group()));
  }

  private static String values(String line) {
    int start = line.indexOf('(');
    return (line.substring(0, start) + line.substring(start).toLowerCase(Locale.ROOT))
        .replace("$", "\\$");
  }
}
