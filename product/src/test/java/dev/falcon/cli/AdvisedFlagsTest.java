// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.internal.process.AdvisedFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AdvisedFlagsTest {
  @Test
  void flagsStandAfterTheWordsThatAskForThem() {
    assertThat(AdvisedFlags.added("a.csv: already exists; name another file, or overwrite it"))
        .isEqualTo("a.csv: already exists; name another file, or overwrite it (--overwrite)");
    assertThat(AdvisedFlags.added("the batch size must be at least 1; is 0"))
        .isEqualTo("the batch size (--batch-size) must be at least 1; is 0");
    assertThat(AdvisedFlags.added("2 pairs match; write no list, or name more"))
        .isEqualTo("2 pairs match; write no list (--truth none), or name more");
  }

  @Test
  void otherWordsStayAsTheyAre() {
    for (String message :
        List.of("do not overwrite itself", "the batch sizes differ", "", "overwrite it.csv")) {
      assertThat(AdvisedFlags.added(message)).isEqualTo(message);
    }
  }

  /** A message of a library that is reworded must not lose its flag without notice. */
  @Test
  void theWordsAreThoseOfLibraries() throws IOException {
    StringBuilder literals = new StringBuilder();
    for (Path file : Modules.sources()) {
      if (!file.toString().contains("/cli/")) {
        literals.append(Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", ""));
      }
    }
    assertThat(AdvisedFlags.flags().keySet())
        .allSatisfy(words -> assertThat(literals.indexOf(words)).as(words).isPositive());
  }

  @Test
  void theFlagsAreThoseOfCommands() {
    Set<String> flags = new TreeSet<>();
    collect(FalconCommand.whole(), flags);
    assertThat(AdvisedFlags.flags().values())
        .allSatisfy(flag -> assertThat(flags).contains(flag.replaceAll("[ =].*", "")));
  }

  private static void collect(CommandLine command, Set<String> flags) {
    command.getCommandSpec().options().forEach(option -> flags.addAll(List.of(option.names())));
    command.getSubcommands().values().forEach(each -> collect(each, flags));
  }
}
