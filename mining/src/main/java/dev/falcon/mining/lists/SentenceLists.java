package dev.falcon.mining.lists;

import static dev.falcon.data.table.schema.TableSchema.required;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableWriter;
import dev.falcon.data.table.schema.ColumnType;
import dev.falcon.data.table.schema.TableSchema;
import dev.falcon.data.table.schema.TableSchema.Column;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists of negatives with texts in place of keys and no column more than a trainer takes: {@code
 * datasets.load_dataset("parquet", data_files=…)} gives what sentence-transformers' trainer reads.
 *
 * <p>An anchor is a caption, its negatives are captions of others. Its positive is the next caption
 * of the same image, and the caption itself where the image has but one: then, as in SimCSE, only
 * dropout tells anchor and positive apart.
 *
 * <p>Memory: the store's keys.
 *
 * @param columns the layout
 * @param count negatives of a row of an n-tuple; anchors with fewer are left out
 * @param scores whether one more column holds S of the positive and the negatives, in [-2, 2]
 */
public record SentenceLists(SentenceColumns columns, int count, boolean scores) {
  /**
   * What was written.
   *
   * @param rows rows of the table
   * @param leftOut anchors that have fewer negatives than a row takes
   */
  public record Written(long rows, long leftOut) {}

  /** An anchor with its negatives. */
  private record Anchor(
      String key, float positiveScore, List<String> negatives, List<Float> negativeScores) {}

  /**
   * Fails where the lists cannot be written: of a store without captions, or over an existing file.
   * Asked before mining, it spares the user a run.
   */
  public static void requireWritable(EmbeddingStore store, Path file, boolean overwrite) {
    if (!store.hasCaptions()) {
      throw new RequestException(
          store.folder() + ": holds no captions, so lists of it can name keys only");
    }
    if (Files.exists(file) && !overwrite) {
      throw new RequestException(file + ": exists; give --overwrite to replace it");
    }
  }

  /**
   * Writes the lists.
   *
   * @param triplets lists of negatives by key, in the miner's triplet columns
   * @param store that they were mined from; it must hold captions
   */
  public Written write(
      Path triplets, EmbeddingStore store, Path file, TableFormat format, boolean overwrite) {
    requireWritable(store, file, overwrite);
    Map<String, Integer> rowOf = new HashMap<>();
    for (int row = 0; row < store.rows(); row++) {
      rowOf.put(store.key(row), row);
    }
    long leftOut = 0;
    try (TableReader in = TableReader.open(triplets);
        TableWriter out = TableWriter.create(file, format, schema(), metadata(in))) {
      int anchorKey = in.column(ColumnType.UTF8, "anchor");
      int positiveScore = in.column(ColumnType.FLOAT32, "positive_score");
      int negative = in.column(ColumnType.UTF8, "negative_caption");
      int negativeScore = in.column(ColumnType.FLOAT32, "negative_score");
      Anchor anchor = null;
      while (in.next()) {
        if (anchor == null || !anchor.key().equals(in.getString(anchorKey))) {
          leftOut += write(out, anchor, store, rowOf);
          anchor =
              new Anchor(
                  in.getString(anchorKey),
                  in.getFloat(positiveScore),
                  new ArrayList<>(),
                  new ArrayList<>());
        }
        String caption = in.getString(negative);
        anchor.negatives().add(caption == null ? "" : caption);
        anchor.negativeScores().add(in.getFloat(negativeScore));
      }
      leftOut += write(out, anchor, store, rowOf);
      long rows = out.rows();
      out.commit();
      return new Written(rows, leftOut);
    }
  }

  private static Map<String, String> metadata(TableReader in) {
    String provenance = in.metadata().get("falcon.provenance");
    return provenance == null ? Map.of() : Map.of("falcon.provenance", provenance);
  }

  private TableSchema schema() {
    List<Column> all = new ArrayList<>();
    all.add(required("anchor", ColumnType.UTF8));
    switch (columns) {
      case TRIPLET -> {
        all.add(required("positive", ColumnType.UTF8));
        all.add(required("negative", ColumnType.UTF8));
      }
      case N_TUPLE -> {
        all.add(required("positive", ColumnType.UTF8));
        for (int n = 1; n <= count; n++) {
          all.add(required("negative_" + n, ColumnType.UTF8));
        }
      }
      case LABELED_PAIR -> {
        all.add(required("candidate", ColumnType.UTF8));
        all.add(required("label", ColumnType.INT32));
      }
      case LABELED_LIST -> {
        all.add(required("candidates", ColumnType.UTF8_LIST));
        all.add(required("labels", ColumnType.FLOAT32_LIST));
      }
    }
    if (scores) {
      all.add(
          columns == SentenceColumns.LABELED_PAIR
              ? required("score", ColumnType.FLOAT32)
              : required("scores", ColumnType.FLOAT32_LIST));
    }
    return new TableSchema(all);
  }

  /** Writes an anchor's rows; returns 1 where it is left out. */
  private long write(
      TableWriter out, Anchor anchor, EmbeddingStore store, Map<String, Integer> rowOf) {
    if (anchor == null) {
      return 0;
    }
    if (columns == SentenceColumns.N_TUPLE && anchor.negatives().size() < count) {
      return 1;
    }
    Integer row = rowOf.get(anchor.key());
    if (row == null) {
      throw new FalconException(
          store.folder() + ": has no row '" + anchor.key() + "'; name the store of these lists");
    }
    String text = store.caption(row).orElse("");
    String positive = store.caption(otherCaption(store, row)).orElse("");
    List<String> candidates = new ArrayList<>(List.of(positive));
    candidates.addAll(anchor.negatives());
    List<Float> all = new ArrayList<>(List.of(anchor.positiveScore()));
    all.addAll(anchor.negativeScores());
    switch (columns) {
      case TRIPLET -> {
        for (int n = 1; n < candidates.size(); n++) {
          out.setString(0, text).setString(1, positive).setString(2, candidates.get(n));
          endRow(out, 3, List.of(all.get(0), all.get(n)));
        }
      }
      case N_TUPLE -> {
        out.setString(0, text);
        for (int n = 0; n <= count; n++) {
          out.setString(1 + n, candidates.get(n));
        }
        endRow(out, 2 + count, all.subList(0, 1 + count));
      }
      case LABELED_PAIR -> {
        for (int n = 0; n < candidates.size(); n++) {
          out.setString(0, text).setString(1, candidates.get(n)).setInt(2, n == 0 ? 1 : 0);
          if (scores) {
            out.setFloat(3, all.get(n));
          }
          out.endRow();
        }
      }
      case LABELED_LIST -> {
        List<Float> labels = new ArrayList<>(Collections.nCopies(candidates.size(), 0f));
        labels.set(0, 1f);
        out.setString(0, text).setStrings(1, candidates).setFloats(2, labels);
        endRow(out, 3, all);
      }
    }
    return 0;
  }

  private void endRow(TableWriter out, int column, List<Float> values) {
    if (scores) {
      out.setFloats(column, values);
    }
    out.endRow();
  }

  /** The next row of the same image, the first after the last; the row itself where it is alone. */
  private static int otherCaption(EmbeddingStore store, int row) {
    if (row + 1 < store.rows() && sameImage(store, row, row + 1)) {
      return row + 1;
    }
    int first = row;
    while (first > 0 && sameImage(store, row, first - 1)) {
      first--;
    }
    return first;
  }

  private static boolean sameImage(EmbeddingStore store, int a, int b) {
    if (store.hasImageIds() && store.imageId(a).isPresent()) {
      return store.imageId(a).equals(store.imageId(b));
    }
    int number = store.key(a).lastIndexOf('#');
    return number > 0
        && store.key(b).lastIndexOf('#') == number
        && store.key(a).regionMatches(0, store.key(b), 0, number);
  }
}
