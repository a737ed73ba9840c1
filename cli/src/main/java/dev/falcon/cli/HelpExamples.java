// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.data.file.Resources;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Renders the examples at the end of every command's help. They come from one file, which is read
 * only for help.
 */
final class HelpExamples implements IHelpSectionRenderer {
  private static final String FILE = "examples.txt";
  private static final String INDENT = "  ";

  /** Shows the examples in the help of a command and of its subcommands. */
  static void showIn(CommandLine command) {
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, new HelpExamples());
    for (CommandLine subcommand : command.getSubcommands().values()) {
      showIn(subcommand);
    }
  }

  @Override
  public String render(Help help) {
    String footer = help.footer();
    List<String> lines = of(help.commandSpec().qualifiedName());
    return lines.isEmpty()
        ? footer
        : String.format("%nExamples:%n%s%n", String.join(System.lineSeparator(), lines)) + footer;
  }

  /** Returns the examples of a command, as indented lines. */
  static List<String> of(String command) {
    List<String> lines = new ArrayList<>();
    boolean within = false;
    for (String line : Resources.text(HelpExamples.class, FILE).split("\n", -1)) {
      if (!line.startsWith(INDENT)) {
        within = line.equals(command);
      } else if (within) {
        lines.add(line);
      }
    }
    return lines;
  }
}
