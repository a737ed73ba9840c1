// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Comments, messages, help, pages and names of tests are plain technical English, without the words
 * that make a reader go back. CONTRIBUTING.md has the words to use instead.
 */
class ProseTest {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));

  private static final Pattern WORDS =
      Pattern.compile(
          "(?i:\\b(told|tells|wants|telling|tell an?|anew|afresh|lest|whoever|so many|so much of"
              + "|(go|goes|gone|going|went) on(?! to)|(is|are) said|said of|says of|works? out"
              + "|worked out|reckon\\w*|hangs? on|one's own"
              + "|(one (row|line|vector|caption|object|entry|sample|page)|a (line|file|report)) an?"
              + ")\\b)|/\\*\\*[\\s*]*+What\\b");

  private static final Pattern TEST =
      Pattern.compile("@(?:Parameterized|Repeated)?Test\\b[^{;]*?\\bvoid (\\w+)\\(");

  /** Names that begin with a clause instead of a verb or a thing. */
  private static final Pattern SENTENCE = Pattern.compile("(?m)^what\\b.*");

  /** Comments and strings; a character is matched so that a quote in it is skipped. */
  private static final Pattern JAVA =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|//[^\\n]*+|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\""
              + "|'(?:\\\\.|[^'\\\\])++'");

  /** Commands, files and messages that a page quotes. */
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\\n]*+`");

  /** Files with older words that are still to be rewritten, by the end of their path. */
  private static final Set<String> UNFINISHED = Set.of();

  /** Files whose flags are arguments for another process, by their names. */
  private static final Set<String> ARGUMENTS = Set.of("/RunQueue.java:", "/WorkStatus.java:");

  @Test
  void sourcesUsePlainWords() throws IOException {
    assertThat(found("/src/main/java/", ".java", ProseTest::comments)).isEmpty();
  }

  @Test
  void resourcesUsePlainWords() throws IOException {
    assertThat(found("/src/main/resources/", ".properties", UnaryOperator.identity())).isEmpty();
    assertThat(found("/src/main/resources/", ".yaml", UnaryOperator.identity())).isEmpty();
  }

  @Test
  void pagesUsePlainWords() throws IOException {
    assertThat(found("/", ".md", page -> blanked(CODE, page, false))).isEmpty();
  }

  /** Libraries are called by programs, too; the command line adds the flags. */
  @Test
  void messagesOfLibrariesNameNoFlags() throws IOException {
    Pattern flag = Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*?(?<=[\" ])--\\w[^\"\\n]*+\"");
    List<String> found = found("/src/main/java/", ".java", ProseTest::comments, flag);
    found.removeIf(
        line ->
            line.startsWith("/cli/")
                || line.startsWith("/training/commands/")
                || ARGUMENTS.stream().anyMatch(line::contains));
    assertThat(found).isEmpty();
  }

  /** A reader takes the names of tests for the specification. */
  @Test
  void namesOfTestsUsePlainWords() throws IOException {
    assertThat(found("/src/test/java/", ".java", ProseTest::namesOfTests)).isEmpty();
    assertThat(found("/src/test/java/", ".java", ProseTest::namesOfTests, SENTENCE)).isEmpty();
  }

  /** The names of the tests in a source, each in words on its own line. */
  private static String namesOfTests(String source) {
    return TEST.matcher(blanked(JAVA, source, false))
        .results()
        .map(test -> test.group(1).replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT))
        .collect(Collectors.joining("\n"));
  }

  /** Each forbidden word as file:line: word, in the files under a folder with an ending. */
  private static List<String> found(String folder, String ending, UnaryOperator<String> prose)
      throws IOException {
    return found(folder, ending, prose, WORDS);
  }

  private static List<String> found(
      String folder, String ending, UnaryOperator<String> prose, Pattern wrong) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(HOME)) {
      for (Path file : files.sorted().toList()) {
        String name = "/" + HOME.relativize(file).toString().replace('\\', '/');
        if (name.contains(folder)
            && name.endsWith(ending)
            && !name.contains("/target/")
            && UNFINISHED.stream().noneMatch(name::endsWith)) {
          String text = prose.apply(Files.readString(file));
          Matcher word = wrong.matcher(text);
          while (word.find()) {
            long line = 1 + text.substring(0, word.start()).chars().filter(c -> c == '\n').count();
            found.add(name + ":" + line + ": " + word.group().strip());
          }
        }
      }
    }
    return found;
  }

  /** The comments and strings of a source, with blanks in place of its code. */
  private static String comments(String source) {
    return blanked(JAVA, source, true);
  }

  /** A text with blanks in place of the matches of a pattern, or of everything else. */
  private static String blanked(Pattern pattern, String text, boolean others) {
    StringBuilder result = new StringBuilder();
    int end = 0;
    for (MatchResult match : pattern.matcher(text).results().toList()) {
      String before = text.substring(end, match.start());
      result.append(others ? blank(before) : before);
      result.append(others ? match.group() : blank(match.group()));
      end = match.end();
    }
    String rest = text.substring(end);
    return result.append(others ? blank(rest) : rest).toString();
  }

  private static String blank(String text) {
    return text.replaceAll("[^\\n]", " ");
  }
}
