// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import static java.util.stream.Collectors.toSet;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.file.Json;
import dev.falcon.eval.compositional.score.ItemProtocol;
import dev.falcon.eval.compositional.score.ItemShape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collects items from rows. Not thread-safe. */
final class SuiteBuilder {
  private final SuiteDescription description;
  private final Map<SuitePicture, Integer> pictures = new LinkedHashMap<>();
  private final Map<String, Integer> texts = new LinkedHashMap<>();
  private final Map<String, Draft> drafts = new LinkedHashMap<>();
  private final Set<String> incomplete = new HashSet<>();
  private final List<Reject> rejects = new ArrayList<>();

  SuiteBuilder(SuiteDescription description) {
    this.description = description;
  }

  /** An item whose rows are being read. */
  private static final class Draft {
    private final SuiteRow first;
    private final String subset;
    private final Optional<String> set;
    private final double weight;
    private final List<SuitePicture> pictures = new ArrayList<>();
    private final List<String> captions = new ArrayList<>();
    private final Map<List<Integer>, ItemShape.Cell> cells = new LinkedHashMap<>();
    private final Map<List<Integer>, Float> scores = new LinkedHashMap<>();

    Draft(SuiteRow first, String subset, Optional<String> set, double weight) {
      this.first = first;
      this.subset = subset;
      this.set = set;
      this.weight = weight;
    }

    private static <T> int place(List<T> all, T one) {
      if (!all.contains(one)) {
        all.add(one);
      }
      return all.indexOf(one);
    }

    /**
     * Adds a pair, which may be there with the same truth and score, or asked by the other side.
     */
    void put(int picture, int caption, ItemShape.Cell cell, Optional<Float> score) {
      List<Integer> place = List.of(picture, caption);
      ItemShape.Cell known = cells.getOrDefault(place, cell);
      if (known.isRight() != cell.isRight()
          || score.filter(value -> !value.equals(scores.getOrDefault(place, value))).isPresent()) {
        throw new FalconException("contradicts a row before on '" + captions.get(caption) + "'");
      }
      cells.put(place, known.with(cell));
      score.ifPresent(value -> scores.put(place, value));
    }

    /** Returns a pair by its position in the shape. */
    private List<Object> pair(int place) {
      return List.of(pictures.get(place / captions.size()), captions.get(place % captions.size()));
    }

    /** Returns whether a wrong option is a right one, too. */
    private boolean hasEqualOptions(ItemShape shape) {
      return shape.contests(shape.usual()).stream()
          .anyMatch(
              contest -> {
                Set<Object> right =
                    IntStream.of(contest.right()).mapToObj(this::pair).collect(toSet());
                return IntStream.of(contest.wrong()).mapToObj(this::pair).anyMatch(right::contains);
              });
    }
  }

  /** Adds a row; one that cannot be used is listed with the reason. */
  void add(SuiteRow row, String subset, SuiteColumns columns) {
    try {
      if (Json.hasHalfCharacter(row.node())) {
        throw new FalconException(Json.HALF_CHARACTER.strip());
      }
      if (description.filters().stream().allMatch(filter -> filter.accepts(row))) {
        addRow(row, columns.subset().map(row::joined).orElse(subset), columns);
      }
    } catch (FalconException e) {
      reject(row, e.getMessage());
      if (columns.match().isPresent()) { // the item lacks an option, so it would be another one
        columns.item().flatMap(row::maybe).ifPresent(incomplete::add);
      }
    }
  }

  private void reject(SuiteRow row, String reason) {
    rejects.add(new Reject(row.file(), row.key(), "row " + row.key() + " " + reason));
  }

  private void addRow(SuiteRow row, String subset, SuiteColumns columns) {
    boolean several = columns.match().isPresent();
    String own = subset.isEmpty() ? row.key() : subset + "/" + row.key();
    String id = columns.item().map(row::text).orElse(own);
    double weight = row.number(columns.weight().orElse(""), 1);
    if (!(weight > 0)) {
      throw new FalconException("has the weight " + weight + ", which must be above 0");
    }
    if (drafts.containsKey(id) && !several) {
      throw new FalconException("is a second item '" + id + "'");
    }
    Optional<String> set =
        columns
            .set()
            .flatMap(row::maybe)
            .or(() -> description.set(new CellTemplate(columns.images().get(0)).of(row)));
    Draft draft = new Draft(row, subset, set, weight);
    if (several) {
      Draft known = drafts.getOrDefault(id, draft);
      addPair(row, columns, known);
      drafts.put(id, known);
      return;
    }
    if (columns.images().size() > 1) {
      addOwnCaptions(row, columns, draft);
    } else {
      addNegatives(row, columns, draft);
    }
    drafts.put(id, draft);
  }

  private void addPair(SuiteRow row, SuiteColumns columns, Draft draft) {
    boolean right = row.truth(columns.match().orElseThrow());
    String side = columns.side().flatMap(row::maybe).orElse("");
    if (!List.of("", "image", "text").contains(side)) {
      throw new FalconException("has the side '" + side + "', which must be image or text");
    }
    Optional<Float> score = columns.score().map(column -> (float) row.number(column, Double.NaN));
    int picture = Draft.place(draft.pictures, picture(row, columns, columns.images().get(0)));
    int caption = Draft.place(draft.captions, text(row.text(columns.captions().get(0))));
    draft.put(
        picture,
        caption,
        ItemShape.Cell.of(right, !side.equals("text"), !side.equals("image")),
        score);
  }

  private void addOwnCaptions(SuiteRow row, SuiteColumns columns, Draft draft) {
    int pairs = columns.images().size();
    for (int i = 0; i < pairs; i++) {
      draft.pictures.add(picture(row, columns, columns.images().get(i)));
      draft.captions.add(text(row.text(columns.captions().get(i))));
    }
    for (int picture = 0; picture < pairs; picture++) {
      for (int caption = 0; caption < pairs; caption++) {
        draft.put(
            picture,
            caption,
            picture == caption ? ItemShape.Cell.RIGHT : ItemShape.Cell.WRONG,
            Optional.empty());
      }
    }
  }

  private void addNegatives(SuiteRow row, SuiteColumns columns, Draft draft) {
    draft.pictures.add(picture(row, columns, columns.images().get(0)));
    for (String column : columns.captions()) {
      row.texts(column).forEach(caption -> draft.captions.add(text(caption)));
    }
    int right = draft.captions.size();
    for (String column : columns.negatives()) {
      if (row.has(column) || columns.negatives().size() == 1 || column.contains(".")) {
        row.texts(column).forEach(caption -> draft.captions.add(text(caption)));
      }
    }
    for (int caption = 0; caption < draft.captions.size(); caption++) {
      draft.put(
          0,
          caption,
          caption < right ? ItemShape.Cell.RIGHT_OF_IMAGE : ItemShape.Cell.WRONG_OF_IMAGE,
          Optional.empty());
    }
  }

  private String text(String caption) {
    return description.prompted(caption);
  }

  private SuitePicture picture(SuiteRow row, SuiteColumns columns, String column) {
    String name = new CellTemplate(column).of(row);
    List<String> box = columns.box();
    if (box.isEmpty() || (box.size() == 1 && !row.has(box.get(0)))) {
      return new SuitePicture(name, Optional.empty());
    }
    double[] numbers =
        box.size() == 1
            ? row.box(box.get(0))
            : box.stream().mapToDouble(side -> row.number(side, Double.NaN)).toArray();
    int[] sides = Arrays.stream(numbers).mapToInt(side -> (int) Math.floor(side)).toArray();
    boolean finite = Arrays.stream(numbers).allMatch(Double::isFinite);
    if (sides.length != 4 || !finite || sides[2] < 1 || sides[3] < 1) {
      throw new FalconException(
          "has the box "
              + Arrays.toString(numbers)
              + ", which must be x, y, width and height in pixels");
    }
    return new SuitePicture(
        name, Optional.of(new SuitePicture.Box(sides[0], sides[1], sides[2], sides[3])));
  }

  /** Returns the suite. */
  CompositionalSuite build(List<ImageTable> images, Map<String, Path> files) {
    List<SuiteItem> items = new ArrayList<>();
    int unsolvable = 0;
    Map<String, Integer> subsets = new LinkedHashMap<>();
    drafts.values().forEach(draft -> subsets.merge(draft.subset, 1, Integer::sum));
    for (Map.Entry<String, Draft> entry : drafts.entrySet()) {
      Draft draft = entry.getValue();
      if (description.leavesOut(draft.subset, subsets.get(draft.subset))) {
        continue;
      }
      if (incomplete.contains(entry.getKey())) {
        reject(
            draft.first, "begins the item '" + entry.getKey() + "', of which a row cannot be used");
        continue;
      }
      ItemShape shape = shape(draft);
      ItemProtocol protocol = description.protocol().orElse(shape.usual());
      if (shape.contests(protocol).isEmpty()) {
        reject(
            draft.first,
            "begins the item '"
                + entry.getKey()
                + "', which must have a right and a wrong option for the protocol "
                + protocol.label());
        continue;
      }
      unsolvable += draft.hasEqualOptions(shape) ? 1 : 0;
      items.add(item(entry.getKey(), draft, shape));
    }
    List<String> warnings = counts(items);
    if (unsolvable > 0) {
      warnings.add(
          unsolvable
              + (unsolvable == 1 ? " item has" : " items have")
              + " a wrong caption or image equal to a right one, which no model can decide");
    }
    return new CompositionalSuite(
        description,
        List.copyOf(pictures.keySet()),
        List.copyOf(texts.keySet()),
        items,
        rejects,
        warnings,
        images,
        files);
  }

  /** Returns the subsets whose numbers of items are not the published ones. */
  private List<String> counts(List<SuiteItem> items) {
    List<String> others = new ArrayList<>();
    for (Map.Entry<String, Integer> expected : description.expected().entrySet()) {
      long found =
          items.stream()
              .filter(
                  item ->
                      expected.getKey().equals(SuiteDescription.ALL)
                          || item.subset().equals(expected.getKey()))
              .count();
      if (found != expected.getValue()) {
        String subset =
            expected.getKey().equals(SuiteDescription.ALL) ? "" : expected.getKey() + ": ";
        String why = String.join("; ", description.otherCounts(expected.getKey()));
        others.add(
            String.format(
                Locale.ROOT,
                "%s%,d %s, and %,d are published%s",
                subset,
                found,
                found == 1 ? "item" : "items",
                expected.getValue(),
                why.isEmpty() ? "" : "; " + why));
      }
    }
    return others;
  }

  private SuiteItem item(String id, Draft draft, ItemShape shape) {
    List<Float> scores =
        draft.scores.isEmpty()
            ? List.of()
            : cells(draft)
                .map(cell -> draft.scores.getOrDefault(cell, Float.NEGATIVE_INFINITY))
                .toList();
    return new SuiteItem(
        id,
        draft.subset,
        draft.set,
        description.pair(draft.pictures.get(0).name()),
        draft.weight,
        draft.pictures.stream()
            .map(picture -> pictures.computeIfAbsent(picture, none -> pictures.size()))
            .toList(),
        draft.captions.stream()
            .map(caption -> texts.computeIfAbsent(caption, none -> texts.size()))
            .toList(),
        shape,
        scores);
  }

  private static ItemShape shape(Draft draft) {
    return new ItemShape(
        draft.pictures.size(),
        draft.captions.size(),
        cells(draft).map(cell -> draft.cells.getOrDefault(cell, ItemShape.Cell.NONE)).toList());
  }

  private static Stream<List<Integer>> cells(Draft draft) {
    int captions = draft.captions.size();
    return Stream.iterate(0, i -> i < draft.pictures.size() * captions, i -> i + 1)
        .map(i -> List.of(i / captions, i % captions));
  }
}
