package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.mining.policy.Policies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
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
    assertThat(result.errors()).startsWith("falcon: Which command? See falcon --help");
  }

  @Test
  void aCommandThatIsNotNamedIsListedWithoutItsOptions() {
    CommandLine some = FalconCommand.forArguments("help", "mine");
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
      assertThat(command.getUsageMessage()).doesNotContainPattern("=<[a-z]");
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
    assertThat(help).contains("Who judges:", "(default: 100000)", "(default: audit)");
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
}
