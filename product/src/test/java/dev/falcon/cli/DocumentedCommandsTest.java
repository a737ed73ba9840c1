// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParameterException;

/** The pages stay true: links lead somewhere, commands parse, and those of the first hour run. */
class DocumentedCommandsTest {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"]+)");
  private static final Pattern FALCON = Pattern.compile("(?:.*[\\s/(])?falcon (.*)");
  private static final Set<String> COMMANDS = FalconCommand.whole().getSubcommands().keySet();

  @TempDir private Path folder;

  private static List<Path> pages() throws IOException {
    List<Path> pages =
        new ArrayList<>(
            List.of(
                HOME.resolve("README.md"),
                HOME.resolve("CONTRIBUTING.md"),
                HOME.resolve("benchmarks/README.md")));
    try (Stream<Path> files = Files.walk(HOME.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  /** The commands of a page's code blocks, as words after {@code falcon}. */
  private static List<List<String>> commands(Path page) {
    List<List<String>> commands = new ArrayList<>();
    boolean code = false;
    StringBuilder line = new StringBuilder();
    try {
      for (String read : Files.readAllLines(page)) {
        if (read.startsWith("```")) {
          code = read.equals("```");
        } else if (code) {
          line.append(read.replaceFirst("\\\\$", " "));
          Matcher falcon = FALCON.matcher(line.toString().replaceFirst("\\s#\\s.*", ""));
          if (!read.endsWith("\\")) {
            line.setLength(0);
            // Placeholders and shells' own words are not for a parser.
            if (falcon.matches() && !falcon.group(1).matches(".*[…$@<>|\\[].*")) {
              commands.add(words(falcon.group(1)));
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return commands;
  }

  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(command.replaceFirst("\\s&&.*", ""));
    while (matcher.find()) {
      words.add(
          Stream.of(1, 2, 3)
              .map(matcher::group)
              .filter(group -> group != null)
              .findFirst()
              .orElse(""));
    }
    return words;
  }

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        if (!Files.exists(page.resolveSibling(link.group(1)))) {
          broken.add(HOME.relativize(page) + " -> " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void everyCommandHasTheFlagsThatThePagesGiveIt() throws IOException {
    List<String> wrong = new ArrayList<>();
    int parsed = 0;
    for (Path page : pages()) {
      for (List<String> command : commands(page)) {
        if (!COMMANDS.contains(command.get(0))) {
          continue; // a sentence, or what a command prints
        }
        try {
          FalconCommand.whole()
              .setCaseInsensitiveEnumValuesAllowed(true)
              .parseArgs(command.toArray(String[]::new));
          parsed++;
        } catch (ParameterException e) {
          wrong.add(HOME.relativize(page) + ": falcon " + command + ": " + e.getMessage());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(parsed).as("the pages have commands").isGreaterThan(60);
  }

  @Test
  void theReadmeNamesEveryCommand() throws IOException {
    String readme = Files.readString(HOME.resolve("README.md"));
    String table =
        readme.substring(readme.indexOf("\n## Commands"), readme.indexOf("\n## Documents"));
    assertThat(COMMANDS).allMatch(command -> table.contains("falcon " + command));
  }

  @Test
  void theTutorialRunsAsWritten() throws Exception {
    Path work = Files.createDirectory(folder.resolve("first-plan"));
    Files.createSymbolicLink(folder.resolve("onnx-models"), HOME.resolve("onnx-models"));
    List<List<String>> commands = commands(HOME.resolve("docs/tutorial/first-plan.md"));
    assertThat(commands).hasSizeGreaterThan(5);
    String said = "";
    for (List<String> command : commands) {
      said += falcon(work, command);
    }
    assertThat(work.resolve("audit-plan/report.html")).exists();
    assertThat(Files.readString(HOME.resolve("docs/tutorial/first-plan.md")))
        .as("the numbers on the page")
        .contains("7.3 % of them are false with `falcon+`, and 19.9 % if");
    assertThat(said).containsPattern("chain +7\\.3\\d \\[.*truth").contains("19.88 [");
  }

  /** Runs a command as users do, in a process of its own; what it prints. */
  private static String falcon(Path at, List<String> words) throws Exception {
    ProcessBuilder builder =
        FastStart.get().process(Main.class, words.toArray(String[]::new)).directory(at.toFile());
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("falcon " + words + "\n" + output).isZero();
    return output;
  }
}
