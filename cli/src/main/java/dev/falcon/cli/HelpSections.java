// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Renders the options of a command in sections: first those without one, then those of each mixin
 * whose name is a heading, which ends with a colon, and last those that most commands have.
 *
 * <p>Picocli's groups have headings, too, but a repeated option begins a second group, in which all
 * others have their defaults again. An option of a mixin may be given once, as any other.
 */
final class HelpSections implements IHelpSectionRenderer {
  private static final Set<String> COMMON =
      Set.of(
          "--dry-run",
          "--accept-rejects",
          "--json",
          "--overwrite",
          "--quiet",
          "--verbose",
          "--help",
          "--version");

  /** Shows the sections in the help of a command and of its subcommands. */
  static void showIn(CommandLine command) {
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new HelpSections());
    for (CommandLine subcommand : command.getSubcommands().values()) {
      showIn(subcommand);
    }
  }

  @Override
  public String render(Help help) {
    List<OptionSpec> others = shown(help.commandSpec());
    StringBuilder sections = new StringBuilder();
    for (Map.Entry<String, CommandSpec> mixin : help.commandSpec().mixins().entrySet()) {
      if (mixin.getKey().endsWith(":")) {
        List<OptionSpec> options = shown(mixin.getValue());
        others.removeAll(options);
        sections
            .append(String.format("%n%s%n", mixin.getKey()))
            .append(help.optionListExcludingGroups(options));
      }
    }
    if (sections.isEmpty()) {
      return help.optionListExcludingGroups(others);
    }
    Map<Boolean, List<OptionSpec>> common =
        others.stream()
            .collect(Collectors.partitioningBy(option -> COMMON.contains(option.longestName())));
    sections
        .append(String.format("%nIn most commands:%n"))
        .append(help.optionListExcludingGroups(common.get(true)));
    return help.optionListExcludingGroups(common.get(false)) + sections;
  }

  private static List<OptionSpec> shown(CommandSpec spec) {
    return spec.options().stream()
        .filter(option -> !option.hidden())
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
