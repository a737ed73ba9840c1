// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds splits by the names of files and folders, such as {@code train-00000-of-00002.parquet} on
 * the Hugging Face hub. The test pairs of a dataset should not become training pairs unnoticed.
 */
public final class SplitNames {
  private static final Pattern WORD =
      Pattern.compile(
          "(?:^|[-_. ])(train(?:ing)?|val(?:id(?:ation)?)?|dev|test(?:ing)?|eval(?:uation)?)"
              + "(?=[-_. 0-9]|$)");

  private static final Pattern ENDING = Pattern.compile("(\\.tar)?\\.[^.]+$");

  private SplitNames() {}

  /** Returns the files and folders by their splits; those that name no split are left out. */
  public static SortedMap<String, List<Path>> of(List<Path> paths) {
    SortedMap<String, List<Path>> splits = new TreeMap<>();
    for (Path path : paths) {
      word(path)
          .ifPresent(split -> splits.computeIfAbsent(split, s -> new ArrayList<>()).add(path));
    }
    return splits;
  }

  private static Optional<String> word(Path path) {
    Matcher matcher = WORD.matcher(path.getFileName().toString().toLowerCase(Locale.ROOT));
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * Refuses files or folders of several splits.
   *
   * @param folder the folder that holds them
   * @throws RequestException that says how to name one
   */
  public static void requireOne(Path folder, List<Path> paths) {
    SortedMap<String, List<Path>> splits = of(paths);
    if (splits.size() > 1) {
      String shown = splits.containsKey("train") ? "train" : splits.firstKey();
      throw new RequestException(
          folder
              + ": the files belong to "
              + splits.size()
              + " splits: "
              + String.join(", ", splits.keySet())
              + "; name one: '"
              + pattern(folder, shown, splits.get(shown))
              + "'");
    }
  }

  /** Returns a pattern that the files of a split match. */
  private static String pattern(Path folder, String split, List<Path> paths) {
    String first = paths.get(0).getFileName().toString();
    int end = first.toLowerCase(Locale.ROOT).indexOf(split) + split.length();
    Matcher ending = ENDING.matcher(first);
    boolean isWhole = Folders.isFolder(paths.get(0)) || !ending.find(end) || ending.start() == end;
    String name = isWhole ? first : first.substring(0, end + 1) + '*' + ending.group();
    return folder.resolve(name).toString();
  }
}
