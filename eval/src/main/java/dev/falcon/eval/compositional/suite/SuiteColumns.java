// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import static java.util.stream.Collectors.joining;

import dev.falcon.data.RequestException;
import dev.falcon.data.table.TableReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which columns of a table hold what. There are three forms:
 *
 * <ul>
 *   <li>pairs, one per row, if there is a {@code match}: items have several rows;
 *   <li>images, each with its own caption: {@code images} has several columns;
 *   <li>one image with right captions and wrong ones: {@code negatives} has columns.
 * </ul>
 *
 * @param item the item's name; by default, each row is an item
 * @param images the images, as columns or as paths with columns in braces
 * @param captions the right captions; of several images, one for each
 * @param negatives the wrong captions, of which a cell may hold a list
 * @param match whether the caption of a row is true of its image
 * @param side which of the two asks about the pair, if only one does
 * @param score a score of the pair, by which a table is judged without a model
 * @param subset the subset's name
 * @param set the name of items that must all be right together
 * @param weight the item's weight
 * @param box one column with four numbers, or the columns of x, y, width and height
 */
public record SuiteColumns(
    Optional<String> item,
    List<String> images,
    List<String> captions,
    List<String> negatives,
    Optional<String> match,
    Optional<String> side,
    Optional<String> score,
    Optional<String> subset,
    Optional<String> set,
    Optional<String> weight,
    List<String> box) {
  private static final List<List<String>> PAIRS =
      List.of(
          List.of("image_0", "image_1", "caption_0", "caption_1"),
          List.of("image_1", "image_2", "caption_1", "caption_2"),
          List.of("image1", "image2", "caption1", "caption2"),
          List.of("image", "negative_image", "caption", "negative_caption"));

  private static final List<String> IMAGES =
      List.of("image", "filename", "image_path", "image_file", "filepath", "file_name");
  private static final List<String> CAPTIONS = List.of("caption", "true_caption");
  private static final List<String> SECOND_CAPTIONS = List.of("caption2", "caption_2");
  private static final Pattern NEGATIVE =
      Pattern.compile(
          "negative_captions?(_?[0-9]+)?|false_caption(_?[0-9]+)?|foil(_?[0-9]+)?|hard_negs");
  private static final int NAMED = 20;
  private static final List<String> BOX = List.of("bbox_x", "bbox_y", "bbox_w", "bbox_h");

  public SuiteColumns {
    images = images == null ? List.of() : List.copyOf(images);
    captions = captions == null ? List.of() : List.copyOf(captions);
    negatives = negatives == null ? List.of() : List.copyOf(negatives);
    box = box == null ? List.of() : List.copyOf(box);
    boolean pairs = images.size() > 1 && images.size() == captions.size() && negatives.isEmpty();
    boolean row = match.isPresent() && images.size() == 1 && captions.size() == 1;
    boolean one = images.size() == 1 && !captions.isEmpty() && !negatives.isEmpty();
    if (!pairs && !row && !one) {
      throw new RequestException(
          "columns must be image, caption and match; one image, captions and negatives; or as many"
              + " images as captions");
    }
  }

  /** Returns the columns of one image with a right and a wrong caption. */
  static SuiteColumns ofChoice(String image, String caption, String negative, String subset) {
    return new Names(Set.of(subset), Optional.of(subset))
        .columns(List.of(image), List.of(caption), List.of(negative));
  }

  /**
   * Returns the columns of a table by their names.
   *
   * @param names the table's columns
   * @param subset the column with the subset's name; by default, one of that name
   * @throws RequestException if they are of no known form
   */
  static SuiteColumns recognised(String file, Set<String> names, Optional<String> subset) {
    if (subset.isPresent() && !names.contains(subset.get())) {
      throw new RequestException(TableReader.lacks(file, subset.get(), names));
    }
    Names in = new Names(names, subset);
    if (names.containsAll(List.of("item", "image", "caption", "match"))) {
      return in.columns(List.of("image"), List.of("caption"), List.of());
    }
    for (List<String> pair : PAIRS) {
      if (names.containsAll(pair)) {
        return in.columns(pair.subList(0, 2), pair.subList(2, 4), List.of());
      }
    }
    Optional<String> image = in.first(IMAGES);
    Optional<String> caption = in.first(CAPTIONS);
    List<String> wrong = names.stream().filter(name -> NEGATIVE.matcher(name).matches()).toList();
    if (image.isPresent() && caption.isPresent() && !wrong.isEmpty()) {
      List<String> right =
          Stream.of(caption, in.first(SECOND_CAPTIONS)).flatMap(Optional::stream).toList();
      return in.columns(List.of(image.get()), right, wrong);
    }
    throw new RequestException(
        file
            + ": its columns "
            + names.stream().limit(NAMED).collect(joining(", "))
            + (names.size() > NAMED ? ", …" : names.isEmpty() ? "(none)" : "")
            + " are no form of a suite; they must be item, image, caption, match; or image,"
            + " caption, negative_caption; or image_0, image_1, caption_0, caption_1");
  }

  /** The columns of a table, by what they hold whatever the form is. */
  private record Names(Set<String> names, Optional<String> subset) {
    Optional<String> first(List<String> candidates) {
      return candidates.stream().filter(names::contains).findFirst();
    }

    SuiteColumns columns(List<String> images, List<String> captions, List<String> negatives) {
      Optional<String> single = first(List.of("box", "bbox"));
      boolean pairs = images.size() == 1 && negatives.isEmpty();
      return new SuiteColumns(
          first(List.of("item")),
          images,
          captions,
          negatives,
          pairs ? first(List.of("match")) : Optional.empty(),
          pairs ? first(List.of("side")) : Optional.empty(),
          pairs ? first(List.of("score")) : Optional.empty(),
          subset.or(() -> first(List.of("subset"))),
          first(List.of("set")),
          first(List.of("weight")),
          names.containsAll(BOX) ? BOX : single.map(List::of).orElse(List.of()));
    }
  }

  /** Returns the outermost columns that are read. */
  Set<String> read() {
    List<String> all = new ArrayList<>();
    images.forEach(image -> all.addAll(new CellTemplate(image).columns()));
    all.addAll(captions);
    all.addAll(negatives);
    all.addAll(box);
    Stream.of(item, match, side, score, subset, set, weight)
        .flatMap(Optional::stream)
        .forEach(all::add);
    Set<String> outermost = new LinkedHashSet<>();
    all.forEach(column -> outermost.add(column.replaceFirst("\\..*", "")));
    return outermost;
  }
}
