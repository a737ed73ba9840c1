package dev.falcon.mining.report;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.OutputFile;
import dev.falcon.data.sample.SameText;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists of negatives with texts instead of keys and only the columns of a trainer: {@code
 * datasets.load_dataset("parquet", data_files=…)} gives the input of sentence-transformers'
 * trainer.
 *
 * <p>In a store of pairs of texts, the anchor is the left text of a row, its positive the right
 * text, and its negatives are right texts of other rows. Otherwise the anchor is a caption, and its
 * negatives are captions of other rows. Its positive is the next caption of the same image or, if
 * the image has only one, the caption itself; as in SimCSE, anchor and positive then differ only by
 * dropout.
 *
 * <p>Memory: the store's keys.
 *
 * @param columns the layout
 * @param count the number of negatives per row of an n-tuple; anchors with fewer are left out
 * @param scores whether a column holds S of the positive and the negatives, in [-2, 2]; in labeled
 *     layouts instead of the labels
 */
public record SentenceLists(SentenceColumns columns, int count, boolean scores) {
  /**
   * The result of writing.
   *
   * @param rows the number of rows of the table
   * @param leftOut the number of anchors with too few negatives
   * @param anchors the number of anchors that were written
   * @param ownPositives the number of written anchors whose positive is their own text
   */
  public record Written(long rows, long leftOut, long anchors, long ownPositives) {}

  /** Counts while anchors are written. */
  private static final class Counts {
    private long leftOut;
    private long anchors;
    private long ownPositives;
  }

  /** An anchor with its negatives. */
  private record Anchor(
      String key, float positiveScore, List<String> negatives, List<Float> negativeScores) {}

  /**
   * Fails if the lists cannot be written, because the store has no captions or the file exists. To
   * be called before mining, so that the run is not made in vain.
   */
  public static void requireWritable(EmbeddingStore store, Path file, boolean overwrite) {
    if (!store.hasCaptions()) {
      throw new RequestException(
          store.folder() + ": holds no captions, so lists of it can name keys only");
    }
    OutputFile.require(file, overwrite, List.of(store.folder()));
  }

  /**
   * Writes the lists.
   *
   * @param triplets lists of negatives by key, in the miner's triplet columns
   * @param store the store from which they were mined, which must hold captions
   */
  public Written write(
      Path triplets, EmbeddingStore store, Path file, TableFormat format, boolean overwrite) {
    requireWritable(store, file, overwrite);
    Map<String, Integer> rowOf = new HashMap<>();
    for (int row = 0; row < store.rows(); row++) {
      rowOf.put(store.key(row), row);
    }
    Counts counts = new Counts();
    try (TableReader in = TableReader.open(triplets);
        SentenceTable out = new SentenceTable(columns, count, scores, file, format, metadata(in))) {
      int anchorKey = in.column(ColumnType.UTF8, "anchor");
      int positiveScore = in.column(ColumnType.FLOAT32, "positive_score");
      int negative = in.column(ColumnType.UTF8, "negative_caption");
      int negativeScore = in.column(ColumnType.FLOAT32, "negative_score");
      Anchor anchor = null;
      while (in.next()) {
        if (anchor == null || !anchor.key().equals(in.getString(anchorKey))) {
          write(out, anchor, store, rowOf, counts);
          anchor =
              new Anchor(
                  in.getString(anchorKey),
                  in.getFloat(positiveScore),
                  new ArrayList<>(),
                  new ArrayList<>());
        }
        anchor.negatives().add(in.findString(negative).orElse(""));
        anchor.negativeScores().add(in.getFloat(negativeScore));
      }
      write(out, anchor, store, rowOf, counts);
      long rows = out.rows();
      out.commit();
      return new Written(rows, counts.leftOut, counts.anchors, counts.ownPositives);
    }
  }

  private static Map<String, String> metadata(TableReader in) {
    String provenance = in.metadata().get("falcon.provenance");
    return provenance == null ? Map.of() : Map.of("falcon.provenance", provenance);
  }

  private static void write(
      SentenceTable out,
      Anchor anchor,
      EmbeddingStore store,
      Map<String, Integer> rowOf,
      Counts counts) {
    if (anchor == null) {
      return;
    }
    Integer row = rowOf.get(anchor.key());
    if (row == null) {
      throw new FalconException(
          store.folder() + ": has no row '" + anchor.key() + "'; name the store of these lists");
    }
    List<SentenceTable.Scored> negatives = new ArrayList<>();
    for (int n = 0; n < anchor.negatives().size(); n++) {
      negatives.add(
          new SentenceTable.Scored(anchor.negatives().get(n), anchor.negativeScores().get(n)));
    }
    String text = store.anchor(row).or(() -> store.caption(row)).orElse("");
    boolean pair = store.hasAnchors() && !SameText.CASED.same(text, store.caption(row).orElse(""));
    String positive = store.caption(pair ? row : otherCaption(store, row)).orElse("");
    long written =
        out.append(
            text, List.of(new SentenceTable.Scored(positive, anchor.positiveScore())), negatives);
    if (written == 0) {
      counts.leftOut++;
    } else {
      counts.anchors++;
      counts.ownPositives += SameText.CASED.same(positive, text) ? 1 : 0;
    }
  }

  /**
   * Returns the next row of the same image, after the last the first; the row itself if the image
   * has no other.
   */
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
