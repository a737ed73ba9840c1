// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.mining.policy.Policies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class HelpTest {
  /** Sorted by name, they would begin with --batch-size and --captions. */
  @Test
  void optionsStandByWhatTheyBelongTo() {
    Cli.Result help = Cli.launch("embed", "--help");
    assertThat(help.exitCode()).isZero();
    String options = help.output().substring(help.output().indexOf("      --input-dataset"));
    assertThat(
            List.of(
                options.indexOf("--input-dataset"),
                options.indexOf("--model"),
                options.indexOf("--out"),
                options.indexOf("--batch-size"),
                options.indexOf("--help")))
        .doesNotContain(-1)
        .isSorted();
  }

  @Test
  void withoutACommandHelpIsNamed() {
    Cli.Result result = Cli.launch();
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .contains("\nfalcon: Which command? See falcon --help or falcon help WORD")
        .contains("how many negatives are false ", "  falcon audit-fn");
    assertThat(result.errors().lines()).allMatch(line -> line.length() <= 60);
    assertThat(result.errors().lines().takeWhile(line -> !line.isBlank())).hasSize(5);
  }

  @Test
  void anOptionOfAnyCommandIsFound() {
    Cli.Result found = Cli.launch("help", "Relative-margin");
    assertThat(found.exitCode()).isZero();
    assertThat(found.output())
        .contains("falcon lists\n", "falcon mine\n", "      --relative-margin=R ")
        .doesNotContain("--help", "falcon embed");
    assertThat(Cli.launch("help", "eval", "datacomp").output())
        .isEqualTo(Cli.launch("eval", "datacomp", "--help").output());
    assertThat(Cli.launch("help").output()).isEqualTo(Cli.launch("--help").output());
    Cli.Result none = Cli.launch("help", "xylophone");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.errors())
        .startsWith("falcon help: no command, and no word in the help of one: 'xylophone'");
  }

  @Test
  void aCommandThatIsNotNamedIsListedWithoutItsOptions() {
    CommandLine some = FalconCommand.forArguments("mine", "--help");
    assertThat(some.getUsageMessage()).isEqualTo(FalconCommand.whole().getUsageMessage());
    assertThat(some.getSubcommands().get("mine").getCommandSpec().options()).isNotEmpty();
    assertThat(some.getSubcommands().get("train").getCommandSpec().options()).isEmpty();
  }

  @Test
  void aFileOfArgumentsMayNameAnyCommand(@TempDir Path folder) throws IOException {
    Path arguments = Files.writeString(folder.resolve("arguments"), "embed --help");
    assertThat(Cli.launch("@" + arguments).output())
        .isEqualTo(Cli.launch("embed", "--help").output());
  }

  @Test
  void valuesAreNamedForUsers() {
    Deque<CommandLine> commands = new ArrayDeque<>(List.of(FalconCommand.whole()));
    while (!commands.isEmpty()) {
      CommandLine command = commands.pop();
      assertThat(command.getUsageMessage())
          .doesNotContainPattern("=<[a-z]")
          .as("no number is broken where a line ends")
          .doesNotContainPattern("[0-9]\\.\n *[0-9]")
          .as("no address and no suffix is")
          .doesNotContainPattern("( |https?):\n *[a-z/]");
      commands.addAll(command.getSubcommands().values());
    }
  }

  @Test
  void aLongHelpHasHeadings() {
    String help = Cli.launch("audit-fn", "--help").output();
    String groups = help.substring(help.indexOf("What is audited:"));
    assertThat(
            List.of(
                groups.indexOf("What is audited:"),
                groups.indexOf("--plan"),
                groups.indexOf("How it is counted:"),
                groups.indexOf("--max-pairs"),
                groups.indexOf("What is written:"),
                groups.indexOf("--write-veto")))
        .doesNotContain(-1)
        .isSorted();
    assertThat(help.replaceAll("\\s+", " "))
        .contains("Who judges:", "(default: 100000)", "(default: audit)");
  }

  @Test
  void everyPolicyHasALineOfItsOwn() {
    String help = Cli.launch("mine", "--help").output();
    for (Policies.Entry entry : Policies.all()) {
      assertThat(help).containsPattern("(?m)^ +" + Pattern.quote(entry.form()) + " ");
    }
  }

  @Test
  void policiesAreNamedAlikeInHelpAndReference() throws IOException {
    String help = Cli.launch("mine", "--help").output().replaceAll("\\s+", " ");
    String reference = Files.readString(Path.of("../docs/reference/mine.md"));
    for (Policies.Entry entry : Policies.all()) {
      assertThat(help).contains(" " + entry.form() + " " + entry.meaning());
      assertThat(reference).contains("| `%s` | %s |".formatted(entry.form(), entry.meaning()));
    }
  }

  /** Examples that a shell and the command's parser take, as wide as other help. */
  @Test
  void everyHelpHasExamplesThatParse() {
    Deque<CommandLine> commands = new ArrayDeque<>(List.of(FalconCommand.whole()));
    int parsed = 0;
    while (!commands.isEmpty()) {
      CommandLine command = commands.pop();
      String name = command.getCommandSpec().qualifiedName();
      String[] words = (name + " --help").split(" ", -1);
      String help = Cli.launch((Object[]) Arrays.copyOfRange(words, 1, words.length)).output();
      if (!name.equals("falcon help")) { // --help of help is that of falcon
        assertThat(help).as(name).containsPattern("(?m)^Examples:$");
      }
      List<String> lines = HelpExamples.of(name);
      assertThat(lines).as(name).isNotEmpty().allMatch(line -> line.length() <= 80);
      for (String line : String.join("\n", lines).replaceAll(" \\\\\n +", " ").split("\n", -1)) {
        String example = line.strip().replaceFirst("^source <\\((.*)\\)$", "$1");
        if (!name.equals("falcon")) {
          assertThat(example).startsWith(name.equals("falcon help") ? "falcon" : name);
        }
        String[] arguments = example.replace("'", "").split(" ", -1);
        FalconCommand.whole()
            .setCaseInsensitiveEnumValuesAllowed(true)
            .parseArgs(Arrays.copyOfRange(arguments, 1, arguments.length));
        parsed++;
      }
      commands.addAll(command.getSubcommands().values());
    }
    assertThat(parsed).isGreaterThan(50);
  }

  @Test
  void theHelpOfMineStandsInGroups() {
    String help = Cli.launch("mine", "--help").output();
    assertThat(
            List.of(
                help.indexOf("Usage: falcon mine [OPTIONS]"),
                help.indexOf("--embeddings=DIR"),
                help.indexOf("\nHow hard the negatives are:"),
                help.indexOf("--quantiles[=POLICY]"),
                help.indexOf("\nWhat is kept apart:"),
                help.indexOf("--exclude="),
                help.indexOf("\nHow batches are composed:"),
                help.indexOf("--batch-size"),
                help.indexOf("\nWhere it runs:"),
                help.indexOf("--threads"),
                help.indexOf("\nExamples:")))
        .doesNotContain(-1)
        .isSorted();
    assertThat(help.replaceAll("\\s+", " ")).contains("(default: 5664)", "(default: 100)");
  }

  @Test
  void theHelpOfListsStandsInGroups() {
    String help = Cli.launch("lists", "--help").output();
    assertThat(
            List.of(
                help.indexOf("Usage: falcon lists [OPTIONS]"),
                help.indexOf("\nQueries and corpus:"),
                help.indexOf("--direction"),
                help.indexOf("\nWhat is left out:"),
                help.indexOf("--relative-margin"),
                help.indexOf("\nHow many are false:"),
                help.indexOf("--withhold="),
                help.indexOf("\nWhat is written:"),
                help.indexOf("--num-negatives"),
                help.indexOf("--most-shared"),
                help.indexOf("\nWhere it runs:"),
                help.indexOf("--threads"),
                help.indexOf("\nIn most commands:"),
                help.indexOf("--json"),
                help.indexOf("--version"),
                help.indexOf("\nExamples:")))
        .doesNotContain(-1)
        .isSorted();
    assertThat(help.replaceAll("\\s+", " ")).contains("(default: 42)", "(default: triplet)");
  }

  /** More would hide those that are needed first. */
  @Test
  void mineHasFewOptions() {
    assertThat(FalconCommand.whole().getSubcommands().get("mine").getCommandSpec().options())
        .filteredOn(option -> !option.hidden())
        .hasSizeLessThanOrEqualTo(41);
  }
}
