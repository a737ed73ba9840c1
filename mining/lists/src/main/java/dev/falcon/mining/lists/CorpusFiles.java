// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.corpus.ListedItem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Writes the documents that trainers read in addition to lists with document ids. */
final class CorpusFiles {
  private static final String NEMO_DOCUMENTS = "train.parquet";
  private static final String NEMO_MEANING = "merlin_metadata.json";

  private CorpusFiles() {}

  /**
   * Returns the file or folder beside lists, such as {@code lists.corpus.jsonl} for {@code
   * lists.jsonl}.
   */
  static Path beside(Path lists, String suffix) {
    String name = lists.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return lists.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + suffix);
  }

  /** Writes documents as JSON, one per line. */
  static void lines(
      Path file, Iterable<ListedItem> corpus, Function<ListedItem, Map<String, Object>> row) {
    try (WrittenText out = new WrittenText(file)) {
      for (ListedItem item : corpus) {
        out.write(Json.line(row.apply(item)) + "\n");
      }
      out.commit();
    }
  }

  /** Returns the files of NeMo AutoModel's folder. */
  static List<Path> ofNemo(Path folder) {
    return List.of(folder.resolve(NEMO_DOCUMENTS), folder.resolve(NEMO_MEANING));
  }

  /** Writes NeMo AutoModel's folder: the documents, and their description. */
  static void nemo(Path folder, Iterable<ListedItem> corpus, ListContents contents) {
    TableSchema schema =
        TableSchema.of(required("id", ColumnType.UTF8), required("text", ColumnType.UTF8));
    try (TableWriter out =
        TableWriter.create(folder.resolve(NEMO_DOCUMENTS), TableFormat.PARQUET, schema, Map.of())) {
      for (ListedItem item : corpus) {
        out.setString(0, item.key()).setString(1, contents.text(item)).endRow();
      }
      out.commit();
    }
    String name = folder.getFileName().toString();
    Json.write(folder.resolve(NEMO_MEANING), Map.of("corpus_id", name, "class", "TextQADataset"));
  }
}
