// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.TextFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Reads pairs of keys: a table {@code query_key, corpus_key[, score]}, a table {@code key_a, key_b}
 * or {@code image_key, text_key, match} of samples, or qrels as text: BEIR's (query, document and
 * score separated by tabs) or TREC's (topic, iteration, document, relevance), with or without a
 * header line, which is a first line whose last field is no number. The columns of judgements may
 * have any of the names that BEIR, MTEB and TREC's tools give them, in every format.
 */
public final class PairFile {
  private static final List<String> QUERIES =
      List.of("query_key", "query_id", "query-id", "qid", "query", "topic");
  private static final List<String> DOCUMENTS =
      List.of("corpus_key", "corpus_id", "corpus-id", "did", "docid", "doc_id", "pid", "document");
  private static final List<String> SCORES = List.of("score", "relevance", "rel", "label");

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

  /**
   * Reads a file and passes its pairs to the receiver, in order.
   *
   * @throws FalconException if a pair lacks one of its keys, among others
   */
  public static Kind read(Path file, Pairs pairs) {
    return readAll(
        file,
        (first, second, score, where) -> {
          if (first.isBlank() || second.isBlank()) {
            throw new FalconException(
                "%s: its %s key is empty; remove the row, or name what it belongs to"
                    .formatted(where, first.isBlank() ? "first" : "second"));
          }
          pairs.add(first, second, score, where);
        });
  }

  private static Kind readAll(Path file, Pairs pairs) {
    if (Folders.isFolder(file) || (TableFormat.isNamedIn(file) && !isTabSeparated(file))) {
      return table(file, TableReader.open(file), pairs);
    }
    try {
      return text(file, pairs);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static boolean isTabSeparated(Path file) {
    return file.getFileName().toString().toLowerCase(Locale.ROOT).matches(".*\\.tsv(\\.gz)?");
  }

  private static Kind table(Path file, TableReader open, Pairs pairs) {
    try (TableReader table = open) {
      Kind kind = kind(table.columns());
      int first =
          switch (kind) {
            case TRUTH, IMAGE_TEXT -> table.column(ColumnType.UTF8, "image_key");
            case SAMPLES -> table.column(ColumnType.UTF8, "key_a");
            case DIRECTED -> table.column(ColumnType.UTF8, QUERIES.toArray(String[]::new));
          };
      int second =
          switch (kind) {
            case TRUTH, IMAGE_TEXT -> table.column(ColumnType.UTF8, "text_key");
            case SAMPLES -> table.column(ColumnType.UTF8, "key_b");
            case DIRECTED -> table.column(ColumnType.UTF8, DOCUMENTS.toArray(String[]::new));
          };
      OptionalInt score =
          kind == Kind.TRUTH
              ? OptionalInt.empty()
              : table.findColumn(ColumnType.FLOAT64, SCORES.toArray(String[]::new));
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

  private static Kind kind(List<String> columns) {
    if (columns.contains("image_key")) {
      return columns.contains("match") || !columns.contains("score") ? Kind.TRUTH : Kind.IMAGE_TEXT;
    }
    return columns.contains("key_a") ? Kind.SAMPLES : Kind.DIRECTED;
  }

  /**
   * The positions of the fields of a line.
   *
   * @param score -1 if lines have no score
   */
  private record Fields(int count, int query, int document, int score) {
    static Fields of(List<String> heading) {
      int named = find(heading, QUERIES, -1);
      boolean known = named >= 0 && find(heading, DOCUMENTS, -1) >= 0;
      Fields usual = usual(heading.size());
      return known
          ? new Fields(
              heading.size(), named, find(heading, DOCUMENTS, 0), find(heading, SCORES, -1))
          : usual;
    }

    /** Returns the positions in BEIR's lines of three fields or TREC's of four. */
    static Fields usual(int count) {
      return count == 4 ? new Fields(4, 0, 2, 3) : new Fields(3, 0, 1, 2);
    }

    private static int find(List<String> heading, List<String> names, int otherwise) {
      return names.stream()
          .map(heading::indexOf)
          .filter(position -> position >= 0)
          .findFirst()
          .orElse(otherwise);
    }
  }

  private static Kind text(Path file, Pairs pairs) throws IOException {
    try (BufferedReader reader = TextFiles.open(file)) {
      Fields fields = null;
      long number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        List<String> values = List.of(line.strip().split(line.contains("\t") ? "\t" : "\\s+", -1));
        if (fields == null) {
          boolean heading = !isNumber(values.get(values.size() - 1));
          if (heading && kind(values) != Kind.DIRECTED) {
            return table(file, TableReader.openTabSeparated(file), pairs);
          }
          fields = heading ? Fields.of(values) : Fields.usual(values.size());
          if (heading && values.size() == fields.count()) {
            continue;
          }
        }
        String where = file + ", line " + number;
        if (values.size() != fields.count()) {
          throw new FalconException(
              where
                  + ": has "
                  + values.size()
                  + " fields; BEIR's qrels have query-id, corpus-id, score, TREC's topic,"
                  + " iteration, document, relevance");
        }
        float score = fields.score() < 0 ? 1 : number(values.get(fields.score()), where);
        pairs.add(values.get(fields.query()), values.get(fields.document()), score, where);
      }
    }
    return Kind.DIRECTED;
  }

  private static boolean isNumber(String text) {
    try {
      Float.parseFloat(text);
      return true;
    } catch (NumberFormatException e) {
      return false; // so it is a name
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
