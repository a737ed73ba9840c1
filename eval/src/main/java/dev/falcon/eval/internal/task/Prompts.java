// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.TextFiles;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The texts from which a zero-shot classifier is made: every class name in every template.
 *
 * @param classNames the class names, in the order of the labels
 * @param templates the templates, with {@code {c}} in the place of the class name
 */
public record Prompts(List<String> classNames, List<String> templates) {
  /** The file of a dataset's class names, one per line. */
  public static final String CLASS_FILE = "classnames.txt";

  /** The file of a dataset's templates, one per line. */
  public static final String TEMPLATE_FILE = "zeroshot_classification_templates.txt";

  private static final String PLACE = "{c}";

  public Prompts {
    classNames = List.copyOf(classNames);
    templates = List.copyOf(templates);
  }

  /** Reads and checks both files in a dataset's folder. */
  public static Prompts read(Path folder) {
    Path classFile = folder.resolve(CLASS_FILE);
    Path templateFile = folder.resolve(TEMPLATE_FILE);
    List<String> templates = lines(templateFile, "template");
    for (String template : templates) {
      requireFormat(template, templateFile);
    }
    return new Prompts(lines(classFile, "class name"), templates);
  }

  /** Returns the number of texts. */
  public int count() {
    return classNames.size() * templates.size();
  }

  /** Returns the text of a class in a template. */
  public String text(int classIndex, int template) {
    return templates
        .get(template)
        .replace(PLACE, classNames.get(classIndex))
        .replace("{{", "{")
        .replace("}}", "}");
  }

  /** Returns a digest of all texts in their order. */
  public String sha256() {
    MessageDigest digest = Sha256.digest();
    for (int i = 0; i < classNames.size(); i++) {
      for (int t = 0; t < templates.size(); t++) {
        digest.update((text(i, t) + "\n").getBytes(StandardCharsets.UTF_8));
      }
      digest.update((byte) 0);
    }
    return Sha256.hex(digest);
  }

  /**
   * Returns the class names that occur more than once, so that it is undefined which of these
   * classes wins.
   */
  public List<String> duplicates() {
    Set<String> seen = new LinkedHashSet<>();
    Set<String> duplicates = new LinkedHashSet<>();
    for (String name : classNames) {
      if (!seen.add(name)) {
        duplicates.add(name);
      }
    }
    return List.copyOf(duplicates);
  }

  /**
   * Returns the lines of a file, without leading and trailing blanks. Blank lines are dropped as in
   * CLIP_benchmark 1.4.0, although this shifts the class names after them.
   */
  public static List<String> lines(Path file, String what) {
    List<String> lines = new ArrayList<>();
    for (String line : read(file, what).split("\\R|[\\x1c-\\x1e]", -1)) {
      String stripped = strip(line);
      if (!stripped.isEmpty()) {
        lines.add(stripped);
      }
    }
    if (lines.isEmpty()) {
      throw new FalconException(file + ": holds no " + what + "; it must hold one a line");
    }
    return lines;
  }

  /** Returns the number of lines of a file, including blank ones except at the end. */
  public static int lineCount(Path file, String what) {
    return (int) read(file, what).stripTrailing().lines().count();
  }

  public static void requireFormat(String template, Path file) {
    String rest = template.replace("{{", "").replace("}}", "").replace(PLACE, "");
    if (!template.contains(PLACE) || rest.indexOf('{') >= 0 || rest.indexOf('}') >= 0) {
      throw new FalconException(
          file
              + ": the template '"
              + template
              + "' must hold {c} where the class name goes, and no other braces");
    }
  }

  private static String read(Path file, String what) {
    try {
      return TextFiles.read(file);
    } catch (CharacterCodingException e) {
      throw new FalconException(file + ": is not UTF-8 text", e);
    } catch (IOException e) {
      throw new FalconException(
          file + ": cannot be read, and it must hold a " + what + " a line", e);
    }
  }

  private static String strip(String line) {
    int from = 0;
    int to = line.length();
    while (from < to && isBlank(line.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(line.charAt(to - 1))) {
      to--;
    }
    return line.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }
}
