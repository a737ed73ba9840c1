// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.eval.compositional.score.ItemProtocol;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The table with one row per judged item. */
public final class ItemTable {
  /** The file's name within an output folder. */
  public static final String NAME = "items.parquet";

  /** The metadata with the suite's name. */
  public static final String SUITE = "falcon.suite";

  /** The metadata with the digest of the suite's items. */
  public static final String DIGEST = "falcon.suite.sha256";

  /** The metadata with the digest of the model. */
  public static final String MODEL = "falcon.model.sha256";

  /** The metadata with what scored a pair. */
  public static final String SCORED_BY = "falcon.scored_by";

  /** The beginning of the metadata's names of rules by which items are judged. */
  public static final String RULE = "falcon.rule.";

  private static final List<ItemProtocol> DECIDED =
      List.of(ItemProtocol.CAPTION, ItemProtocol.IMAGE, ItemProtocol.TEXT);

  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("item", ColumnType.UTF8),
          TableSchema.required("subset", ColumnType.UTF8),
          TableSchema.nullable("set", ColumnType.UTF8),
          TableSchema.required("image", ColumnType.UTF8),
          TableSchema.required("weight", ColumnType.FLOAT64),
          TableSchema.required("right", ColumnType.BOOL),
          TableSchema.required("margin", ColumnType.FLOAT64),
          TableSchema.required("tied", ColumnType.BOOL),
          TableSchema.required("scored", ColumnType.BOOL),
          TableSchema.required("official", ColumnType.BOOL),
          TableSchema.nullable("right_caption", ColumnType.BOOL),
          TableSchema.nullable("right_image", ColumnType.BOOL),
          TableSchema.nullable("right_text", ColumnType.BOOL),
          TableSchema.nullable("shorter_caption", ColumnType.BOOL),
          TableSchema.nullable("mean_image", ColumnType.BOOL),
          TableSchema.nullable("trained", ColumnType.BOOL),
          TableSchema.required("scores", ColumnType.FLOAT32_LIST),
          TableSchema.required("images", ColumnType.UTF8_LIST),
          TableSchema.required("captions", ColumnType.UTF8_LIST));

  private ItemTable() {}

  /** Returns whether a file of this name is a table of outcomes. */
  public static boolean isOne(Path file, String name) {
    if (!file.endsWith(name) || !Folders.isFile(file)) {
      return false;
    }
    try (TableReader table = TableReader.open(file)) {
      return table.metadata().containsKey(DIGEST);
    } catch (FalconException e) {
      return false; // not Parquet, so not written by a run
    }
  }

  /**
   * Writes the table.
   *
   * @param trained whether an item's image was in the training data, if these are known
   */
  static void write(
      Path file,
      CompositionalSuite suite,
      CompositionalResult result,
      List<ItemOutcome> items,
      Optional<Predicate<ItemOutcome>> trained) {
    Map<String, String> metadata = new TreeMap<>();
    metadata.put(SUITE, suite.description().name());
    metadata.put(DIGEST, result.suite().sha256());
    metadata.put(MODEL, result.modelSha256());
    metadata.put(SCORED_BY, result.scoredBy().label());
    metadata.put(RULE + "protocol", result.suite().protocol());
    metadata.put(RULE + "ties", result.suite().ties().label());
    metadata.put("falcon.provenance", Json.line(result.provenance()));
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, SCHEMA, metadata)) {
      for (ItemOutcome item : items) {
        write(table, suite, item, trained.map(seen -> seen.test(item)));
      }
      table.commit();
    }
  }

  private static void write(
      TableWriter table, CompositionalSuite suite, ItemOutcome outcome, Optional<Boolean> trained) {
    int column = 0;
    table
        .setString(column++, outcome.item().id())
        .setString(column++, outcome.item().subset())
        .setString(column++, outcome.item().set())
        .setString(column++, suite.pictures().get(outcome.item().pictures().get(0)).name())
        .setDouble(column++, outcome.item().weight())
        .setBoolean(column++, outcome.main().right())
        .setDouble(column++, outcome.main().margin())
        .setBoolean(column++, outcome.main().tied())
        .setBoolean(column++, outcome.main().scored())
        .setBoolean(column++, outcome.official());
    for (ItemProtocol protocol : DECIDED) {
      int own = column++;
      Optional.ofNullable(outcome.decisions().get(protocol))
          .ifPresent(decision -> table.setBoolean(own, decision.right()));
    }
    int shorter = column++;
    outcome.shorterCaption().ifPresent(right -> table.setBoolean(shorter, right));
    int mean = column++;
    outcome.meanImage().ifPresent(right -> table.setBoolean(mean, right));
    int seen = column++;
    trained.ifPresent(truth -> table.setBoolean(seen, truth));
    List<Float> scores = new ArrayList<>();
    for (float score : outcome.scores()) {
      scores.add(score);
    }
    List<Integer> pictures = outcome.item().pictures();
    table
        .setFloats(column++, scores)
        .setStrings(column++, pictures.stream().map(i -> suite.pictures().get(i).name()).toList())
        .setStrings(column, outcome.item().texts().stream().map(suite.texts()::get).toList())
        .endRow();
  }
}
