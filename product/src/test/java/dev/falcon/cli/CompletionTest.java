// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.internal.option.EnumValues;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Values of flags: those that the shell offers, and those that messages name. */
class CompletionTest {
  private static final Pattern VALUES =
      Pattern.compile("local (\\w+)_option_args=\\((.*)\\) # (\\S+) values");

  private final String script = CompletionCommand.script(FalconCommand.whole());

  private static List<CommandLine> commands() {
    List<CommandLine> all = new ArrayList<>();
    Deque<CommandLine> left = new ArrayDeque<>(List.of(FalconCommand.whole()));
    while (!left.isEmpty()) {
      CommandLine command = left.pop();
      all.add(command);
      left.addAll(command.getSubcommands().values());
    }
    return all;
  }

  @Test
  void valuesAreOfferedInSmallLetters() {
    Matcher line = VALUES.matcher(script);
    int lines = 0;
    while (line.find()) {
      assertThat(line.group(2)).as(line.group(3)).doesNotContainPattern("[A-Z]");
      lines++;
    }
    assertThat(lines).isGreaterThan(20);
  }

  /** Picocli names an array after a flag's label, so that two of one label have one array. */
  @Test
  void noTwoFlagsOfACommandShareTheirValues() {
    for (String function : script.split("\n}\n", -1)) {
      assertThat(VALUES.matcher(function).results().map(line -> line.group(1)))
          .as(function.lines().filter(line -> line.startsWith("function ")).findFirst().orElse(""))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void namesOfPoliciesLayoutsAndPresetsAreOffered() {
    assertThat(script)
        .contains("(\"falcon+\" \"scheduler\" \"grit\"")
        .contains("(\"triplet\" \"n-tuple\"")
        .contains("(\"easy\" \"standard\" \"hard\") # --preset values");
  }

  @Test
  void everyEnumIsReadInSmallLettersAndItsMessageNamesThem() {
    int flags = 0;
    for (CommandLine command : commands()) {
      for (OptionSpec flag : command.getCommandSpec().options()) {
        if (EnumValues.type(flag).isEmpty()) {
          continue;
        }
        for (Object value : EnumValues.type(flag).orElseThrow().getEnumConstants()) {
          String written = EnumValues.written(value);
          assertThat(failure(command, flag, written)).doesNotContain("expected one of");
          assertThat(failure(command, flag, "no-such-value"))
              .as(flag.longestName())
              .contains("expected one of ", written)
              .doesNotContain("[");
        }
        flags++;
      }
    }
    assertThat(flags).isGreaterThan(20);
  }

  private static String failure(CommandLine command, OptionSpec flag, String value) {
    String name = command.getCommandSpec().qualifiedName();
    String[] words = (name + " " + flag.longestName() + "=" + value).split(" ", -1);
    String[] arguments = Arrays.copyOfRange(words, 1, words.length);
    CommandLine falcon = FalconCommand.forArguments(arguments);
    EnumValues.in(falcon);
    try {
      falcon.parseArgs(arguments);
      return "";
    } catch (CommandLine.ParameterException e) {
      return e.getMessage();
    }
  }

  @Test
  void aWordTooManyIsNamedWithTheOneBeforeIt() {
    Cli.Result result = Cli.launch("mine", "--quantiles", "falcon", "+");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .startsWith(
            "falcon mine: takes no '+' after 'falcon'; put a value of several words in quotes")
        .contains("or is it '--quantiles falcon+'?");
  }
}
