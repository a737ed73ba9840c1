package dev.falcon.data.table;

import dev.falcon.data.FalconException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Reads pairs of keys: a table {@code query_key, corpus_key[, score]}, a table {@code key_a, key_b}
 * or {@code image_key, text_key, match} of samples, or qrels as text: BEIR's (query-id, corpus-id
 * and score separated by tabs, with or without a header line) or TREC's (topic, iteration,
 * document, relevance).
 */
public final class PairFile {
  private static final List<String> TABLES =
      List.of(".parquet", ".pq", ".arrow", ".feather", ".ipc", ".jsonl", ".ndjson", ".csv");

  private PairFile() {}

  /** Receives a pair. */
  @FunctionalInterface
  public interface Pairs {
    /**
     * Receives one pair.
     *
     * @param score the pair's score; 1 if the file has none
     * @param where the pair's position in the file, for messages
     */
    void add(String first, String second, float score, String where);
  }

  /** The columns of a table. */
  public enum Kind {
    /** A query and an item of the corpus. */
    DIRECTED,
    /** Two samples, in any order. */
    SAMPLES,
    /** An image and a text that match. */
    TRUTH,
    /** An image and a text with a score. */
    IMAGE_TEXT
  }

  /** Reads a file and passes its pairs to the receiver, in order. */
  public static Kind read(Path file, Pairs pairs) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    if (TABLES.stream().anyMatch(name::endsWith) || Files.isDirectory(file)) {
      return table(file, pairs);
    }
    text(file, pairs);
    return Kind.DIRECTED;
  }

  private static Kind table(Path file, Pairs pairs) {
    try (TableReader table = TableReader.open(file)) {
      List<String> columns = table.columns();
      Kind kind =
          columns.contains("image_key")
              ? (columns.contains("match") || !columns.contains("score")
                  ? Kind.TRUTH
                  : Kind.IMAGE_TEXT)
              : columns.contains("key_a") ? Kind.SAMPLES : Kind.DIRECTED;
      int first =
          switch (kind) {
            case TRUTH, IMAGE_TEXT -> table.column(ColumnType.UTF8, "image_key");
            case SAMPLES -> table.column(ColumnType.UTF8, "key_a");
            case DIRECTED -> table.column(ColumnType.UTF8, "query_key", "query_id", "query-id");
          };
      int second =
          switch (kind) {
            case TRUTH, IMAGE_TEXT -> table.column(ColumnType.UTF8, "text_key");
            case SAMPLES -> table.column(ColumnType.UTF8, "key_b");
            case DIRECTED -> table.column(ColumnType.UTF8, "corpus_key", "corpus_id", "corpus-id");
          };
      OptionalInt score =
          kind == Kind.TRUTH
              ? OptionalInt.empty()
              : table.findColumn(ColumnType.FLOAT64, "score", "relevance");
      OptionalInt match =
          kind == Kind.TRUTH
              ? OptionalInt.of(table.column(ColumnType.BOOL, "match"))
              : OptionalInt.empty();
      for (long row = 0; table.next(); row++) {
        float value = score.isPresent() ? (float) table.getDouble(score.getAsInt()) : 1;
        if (match.isPresent() && !table.getBoolean(match.getAsInt())) {
          value = 0;
        }
        pairs.add(table.getString(first), table.getString(second), value, file + ", row " + row);
      }
      return kind;
    }
  }

  private static void text(Path file, Pairs pairs) {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      long number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        String where = file + ", line " + number;
        String[] fields = line.strip().split(line.contains("\t") ? "\t" : "\\s+", -1);
        boolean heading = number == 1 && (fields[0].equals("query-id") || fields[0].equals("qid"));
        if (heading) {
          continue;
        }
        if (fields.length == 3) {
          pairs.add(fields[0], fields[1], number(fields[2], where), where);
        } else if (fields.length == 4) {
          pairs.add(fields[0], fields[2], number(fields[3], where), where);
        } else {
          throw new FalconException(
              where
                  + ": has "
                  + fields.length
                  + " fields; BEIR's qrels have query-id, corpus-id, score, TREC's topic,"
                  + " iteration, document, relevance");
        }
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static float number(String text, String where) {
    try {
      return Float.parseFloat(text);
    } catch (NumberFormatException e) {
      throw new FalconException(where + ": its score is not a number: '" + text + "'", e);
    }
  }
}
