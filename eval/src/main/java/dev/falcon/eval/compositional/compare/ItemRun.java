// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.eval.compositional.ItemTable;
import dev.falcon.eval.datacomp.SampleOutcomes;
import dev.falcon.eval.retrieval.QueryTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The outcomes of a model on items: of a suite, of queries of retrieval, or of samples of
 * DataComp's tasks.
 *
 * @param file the table, or the folder of several
 * @param inputs the files
 * @param suite the suite's name; empty if the table is not one of Falcon's
 * @param digest the digest of the suite's items; empty likewise
 * @param model the digest of the model; empty likewise
 * @param scoredBy what scored a pair; empty likewise
 * @param rules the rules by which the compared outcomes are judged, by their names
 * @param rows the outcomes, in the table's order
 */
record ItemRun(
    Path file,
    List<Path> inputs,
    String suite,
    String digest,
    String model,
    String scoredBy,
    Map<String, String> rules,
    List<Row> rows) {
  private static final String DATACOMP = "datacomp";

  ItemRun {
    inputs = List.copyOf(inputs);
    rules = Collections.unmodifiableMap(new TreeMap<>(rules));
    rows = List.copyOf(rows);
  }

  /**
   * An outcome.
   *
   * @param item the item's name
   * @param subset the subset's name; empty if the table has none
   * @param image the image, whose items are not independent of each other
   * @param value the value that is compared: 1 for a right answer and 0 for a wrong one, or another
   *     number; empty if the item has none
   * @param caption whether its captions are chosen rightly; empty if the table does not say
   * @param imageSide likewise for its images
   * @param meanImage whether the caption nearest to the mean image is right
   * @param trained whether the image was in the training data
   * @param margin by how much the item is right; NaN if the table does not say
   * @param images the item's images; empty if the table does not say
   * @param captions the item's captions; empty likewise
   */
  record Row(
      String item,
      String subset,
      String image,
      Optional<Double> value,
      Optional<Boolean> caption,
      Optional<Boolean> imageSide,
      Optional<Boolean> meanImage,
      Optional<Boolean> trained,
      double margin,
      List<String> images,
      List<String> captions) {}

  /**
   * Reads a run.
   *
   * @param run an output folder of {@code eval compositional}, {@code eval retrieval} or {@code
   *     eval datacomp}, one of their tables, or any table with a column of the measure
   * @param choice the columns that are read
   */
  static ItemRun read(Path run, ComparedColumns choice) {
    if (!Folders.isFolder(run)) {
      return ofTable(run, run, Optional.empty(), choice);
    }
    for (String name : List.of(ItemTable.NAME, QueryTable.NAME)) {
      if (Folders.isFile(run.resolve(name))) {
        return ofTable(run, run.resolve(name), Optional.empty(), choice);
      }
    }
    List<ItemRun> tasks = new ArrayList<>();
    ComparedColumns value =
        new ComparedColumns(choice.measure().or(() -> Optional.of("value")), choice.subset());
    for (Path table : SampleOutcomes.tables(run)) {
      tasks.add(ofTable(run, table, Optional.of(SampleOutcomes.task(table)), value));
    }
    if (tasks.isEmpty()) {
      throw noRun(run);
    }
    return new ItemRun(
        run,
        tasks.stream().flatMap(task -> task.inputs.stream()).toList(),
        DATACOMP,
        "",
        "",
        "",
        Map.of(),
        tasks.stream().flatMap(task -> task.rows.stream()).toList());
  }

  private static RequestException noRun(Path run) {
    return new RequestException(
        run
            + ": must be an output folder of eval compositional, eval retrieval or eval datacomp, or"
            + " a table with a column 'right'");
  }

  private static ItemRun ofTable(
      Path run, Path file, Optional<String> task, ComparedColumns choice) {
    if (!Folders.isFile(file)) {
      throw noRun(run);
    }
    List<Row> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      int measured = choice.column(table);
      ToDoubleFunction<TableReader> value = choice.value(table, file, measured);
      OptionalInt item = table.findColumn(ColumnType.UTF8, "item");
      OptionalInt subset = choice.subset(table, file);
      OptionalInt image = table.findColumn(ColumnType.UTF8, "image", "filename");
      OptionalInt caption = table.findColumn(ColumnType.BOOL, "right_caption");
      OptionalInt imageSide = table.findColumn(ColumnType.BOOL, "right_image");
      OptionalInt mean = table.findColumn(ColumnType.BOOL, "mean_image");
      OptionalInt trained = table.findColumn(ColumnType.BOOL, "trained");
      OptionalInt margin = table.findColumn(ColumnType.FLOAT64, "margin");
      boolean own = table.metadata().containsKey(ItemTable.MODEL);
      OptionalInt images =
          own ? table.findColumn(ColumnType.UTF8_LIST, "images") : OptionalInt.empty();
      OptionalInt captions =
          own ? table.findColumn(ColumnType.UTF8_LIST, "captions") : OptionalInt.empty();
      while (table.next()) {
        String name = item.isPresent() ? table.getString(item.getAsInt()) : "" + rows.size();
        rows.add(
            new Row(
                name,
                task.orElse(
                    subset.isPresent() ? table.findString(subset.getAsInt()).orElse("") : ""),
                image.isPresent() ? table.getString(image.getAsInt()) : name,
                table
                    .value(measured)
                    .map(known -> value.applyAsDouble(table))
                    .filter(number -> !number.isNaN()),
                truth(table, caption),
                truth(table, imageSide),
                truth(table, mean),
                truth(table, trained),
                margin.isPresent() ? table.getDouble(margin.getAsInt()) : Double.NaN,
                images.isPresent() ? table.getStrings(images.getAsInt()) : List.of(),
                captions.isPresent() ? table.getStrings(captions.getAsInt()) : List.of()));
      }
      if (rows.isEmpty()) {
        throw new FalconException(file + ": has no item");
      }
      Map<String, String> metadata = table.metadata();
      return new ItemRun(
          file,
          List.of(file),
          metadata.getOrDefault(ItemTable.SUITE, ""),
          metadata.getOrDefault(ItemTable.DIGEST, ""),
          metadata.getOrDefault(ItemTable.MODEL, ""),
          metadata.getOrDefault(ItemTable.SCORED_BY, ""),
          rules(metadata, choice),
          rows);
    }
  }

  /** Returns the recorded rules; that of the truth only if the measure depends on it. */
  private static Map<String, String> rules(Map<String, String> metadata, ComparedColumns choice) {
    Map<String, String> rules = new TreeMap<>();
    metadata.forEach(
        (name, rule) -> {
          boolean ofTruth = name.equals(QueryTable.TRUTH);
          if (name.startsWith(ItemTable.RULE)
              && (!ofTruth || choice.measure().filter(QueryTable::isByTruth).isPresent())) {
            rules.put(name.substring(ItemTable.RULE.length()), rule);
          }
        });
    return rules;
  }

  private static Optional<Boolean> truth(TableReader table, OptionalInt column) {
    return column.isPresent()
        ? table.value(column.getAsInt()).map(Boolean.class::cast)
        : Optional.empty();
  }

  /** Returns the run's items with a value. */
  ItemRun measured() {
    List<Row> with = rows.stream().filter(row -> row.value.isPresent()).toList();
    if (with.isEmpty()) {
      throw new FalconException(file + ": no item has a value of the measure");
    }
    return new ItemRun(file, inputs, suite, digest, model, scoredBy, rules, with);
  }

  /**
   * Refuses another run that is not of the same items.
   *
   * @throws RequestException if suites or items differ, with the first difference
   */
  void requireSameItems(ItemRun other) {
    if (!suite.equals(other.suite)) {
      throw differs(other, "the suites are '" + suite + "' and '" + other.suite + "'");
    }
    List<String> own = subsets();
    List<String> itsSubsets = other.subsets();
    if (suite.equals(DATACOMP) && !own.equals(itsSubsets)) {
      throw differs(
          other,
          "the tasks are " + String.join(", ", own) + " and " + String.join(", ", itsSubsets));
    }
    for (int i = 0; i < Math.min(rows.size(), other.rows.size()); i++) {
      requireSame(other, i);
    }
    if (rows.size() != other.rows.size()) {
      throw differs(other, "they have " + rows.size() + " and " + other.rows.size() + " items");
    }
    if (!digest.equals(other.digest)) {
      throw differs(other, "items of the same names have other captions, images or answers");
    }
    rules.forEach(
        (name, rule) -> {
          String its = other.rules.getOrDefault(name, rule);
          if (!rule.equals(its)) {
            throw new RequestException(
                "%s and %s: must be judged alike; the first has the %s '%s', the other '%s'"
                    .formatted(file, other.file, name, rule, its));
          }
        });
  }

  private void requireSame(ItemRun other, int i) {
    Row own = rows.get(i);
    Row its = other.rows.get(i);
    if (!own.item.equals(its.item)
        || !own.subset.equals(its.subset)
        || !own.image.equals(its.image)) {
      throw differs(other, "item " + i + " is " + words(own) + " and " + words(its));
    }
    if (own.value.isPresent() != its.value.isPresent()) {
      throw differs(other, "only one of them has a value for item " + i + ", " + words(own));
    }
  }

  private List<String> subsets() {
    return rows.stream().map(Row::subset).distinct().toList();
  }

  private static String words(Row row) {
    return "'" + row.item + "' of '" + row.subset + "' on " + row.image;
  }

  private RequestException differs(ItemRun other, String difference) {
    return new RequestException(
        file + " and " + other.file + ": must be of the same items; " + difference);
  }
}
