// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import dev.falcon.data.RequestException;
import dev.falcon.eval.compositional.score.ItemProtocol;
import dev.falcon.eval.compositional.score.TieRule;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How the files of a suite are read, and how its numbers are computed. It holds no data.
 *
 * @param name the suite's name
 * @param title its name for people
 * @param measures what it measures, in one sentence
 * @param files the paths of its files below the folder of the data, by subset; the key {@code all}
 *     stands for files whose rows name their subset, if they have one
 * @param columns which columns hold what; empty to recognise them by their names
 * @param rowsPerItem the number of consecutive rows that are one item, each with an image and its
 *     caption
 * @param subsetSize the number of consecutive items that are a subset; 0 if position says nothing
 * @param subsetNames the names of these subsets
 * @param setPattern a regular expression of the first image's path, whose groups name the item's
 *     set
 * @param pairPatterns regular expressions of the same path, each of which matches one kind of pair
 *     within a set, and whose groups name the pair
 * @param prompt the text that a model is given, with {@code {}} in place of the caption
 * @param cleaning how captions are cleaned: {@code none} or {@code aro}
 * @param filters the conditions that rows must meet
 * @param protocol when an item is right; empty to take it from the item's shape
 * @param ties what equal scores decide in the suite's own code
 * @param threshold the score of a table above which a pair matches; empty if scores only order
 * @param average the average that the suite's authors report
 * @param categories subsets that are averaged together, by the category's name
 * @param excluded subsets that are left out
 * @param leastItems subsets with fewer items are left out
 * @param expected the published number of items of each subset
 * @param otherCounts why there may be another number of items
 * @param references published results
 * @param clipBenchmark the suite's name in CLIP_benchmark
 * @param images where the images are found
 * @param source where the files are found
 * @param licence their licence
 * @param quirks what is unusual about the suite's own code or data
 */
public record SuiteDescription(
    String name,
    String title,
    String measures,
    Map<String, List<String>> files,
    Optional<SuiteColumns> columns,
    int rowsPerItem,
    int subsetSize,
    List<String> subsetNames,
    Optional<Pattern> setPattern,
    List<Pattern> pairPatterns,
    String prompt,
    String cleaning,
    List<RowFilter> filters,
    Optional<ItemProtocol> protocol,
    TieRule ties,
    Optional<Double> threshold,
    String average,
    Map<String, List<String>> categories,
    Set<String> excluded,
    int leastItems,
    Map<String, Integer> expected,
    List<String> otherCounts,
    List<SuiteReference> references,
    Optional<String> clipBenchmark,
    String images,
    String source,
    String licence,
    List<String> quirks) {
  /** The key of files whose rows name their subset. */
  static final String ALL = "all";

  private static final String PLACE = "{}";
  private static final int ARO_WORDS = 30;
  private static final Pattern ARO_REMOVED = Pattern.compile("[.!\"()*#:;~]");
  private static final Pattern BLANKS = Pattern.compile("\\s{2,}");
  private static final List<String> AVERAGES =
      List.of("rows", "subsets", "categories", "category_subsets");

  public SuiteDescription {
    title = title == null ? name : title;
    measures = orEmpty(measures);
    files = files == null ? Map.of() : files;
    rowsPerItem = Math.max(1, rowsPerItem);
    subsetNames = subsetNames == null ? List.of() : List.copyOf(subsetNames);
    pairPatterns = pairPatterns == null ? List.of() : List.copyOf(pairPatterns);
    prompt = prompt == null ? PLACE : prompt;
    cleaning = cleaning == null ? "none" : cleaning;
    filters = filters == null ? List.of() : List.copyOf(filters);
    ties = ties == null ? TieRule.STRICT : ties;
    average = average == null ? "rows" : average;
    categories = categories == null ? Map.of() : categories;
    excluded = excluded == null ? Set.of() : Set.copyOf(excluded);
    expected = expected == null ? Map.of() : expected;
    otherCounts = otherCounts == null ? List.of() : List.copyOf(otherCounts);
    references = references == null ? List.of() : List.copyOf(references);
    images = orEmpty(images);
    source = orEmpty(source);
    licence = orEmpty(licence);
    quirks = quirks == null ? List.of() : List.copyOf(quirks);
    require(name != null && !name.isBlank(), "a suite must have a name");
    require(prompt.contains(PLACE), "the prompt must contain {}; it is '" + prompt + "'");
    require(
        List.of("none", "aro").contains(cleaning),
        "the cleaning must be none or aro; it is '" + cleaning + "'");
    require(
        AVERAGES.contains(average),
        "the average must be one of " + String.join(", ", AVERAGES) + "; it is '" + average + "'");
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new RequestException(message);
    }
  }

  /** Returns the subset of a file's item by its position; otherwise the file's own. */
  String subset(String ofFile, int position) {
    return subsetSize > 0 && position / subsetSize < subsetNames.size()
        ? subsetNames.get(position / subsetSize)
        : ofFile;
  }

  /** Returns the set to which an item with this first image belongs, if its path says so. */
  Optional<String> set(String image) {
    return setPattern.flatMap(pattern -> groups(pattern, image));
  }

  /** Returns the pair within its set to which an item belongs, if its path says so. */
  Optional<String> pair(String image) {
    return IntStream.range(0, pairPatterns.size())
        .boxed()
        .flatMap(
            kind -> groups(pairPatterns.get(kind), image).map(name -> kind + " " + name).stream())
        .findFirst();
  }

  private static Optional<String> groups(Pattern pattern, String image) {
    Matcher found = pattern.matcher(image);
    return found.matches()
        ? Optional.of(
            IntStream.rangeClosed(1, found.groupCount())
                .mapToObj(found::group)
                .collect(Collectors.joining(" ")))
        : Optional.empty();
  }

  /** Returns why a subset may have another number of items: reasons that name no other subset. */
  List<String> otherCounts(String subset) {
    return otherCounts.stream()
        .filter(why -> why.contains(subset) || expected.keySet().stream().noneMatch(why::contains))
        .toList();
  }

  /** Returns a caption as the model is given it. */
  String prompted(String caption) {
    return prompt.replace(PLACE, cleaning.equals("aro") ? cleanedAsAro(caption) : caption);
  }

  /** Returns a caption as ARO's order tasks clean it, like BLIP. */
  private static String cleanedAsAro(String caption) {
    String plain = ARO_REMOVED.matcher(caption.toLowerCase(Locale.ROOT)).replaceAll(" ");
    String single = BLANKS.matcher(plain).replaceAll(" ").strip();
    return Stream.of(single.split(" ")).limit(ARO_WORDS).collect(Collectors.joining(" "));
  }

  /** Returns whether a subset with this number of items is left out. */
  boolean leavesOut(String subset, int items) {
    return excluded.contains(subset) || items < leastItems;
  }
}
