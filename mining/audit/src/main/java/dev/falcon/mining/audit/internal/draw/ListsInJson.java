// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.TextFiles;
import dev.falcon.data.source.RecordRows;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Reads the forms of lists that are JSON, or tables of records: FlagEmbedding's, Tevatron's, NeMo
 * AutoModel's, UniME-V2's, ms-swift's and M-BEIR's. A row's form is the field that holds its
 * negatives.
 */
final class ListsInJson implements ListedName.Form {
  private static final List<String> NEGATIVES =
      List.of(
          "neg",
          "negative_document_ids",
          "negative_passages",
          "neg_doc",
          "hard_negatives",
          "negative_messages",
          "neg_cand_list");

  /** NeMo AutoModel's field of all rows. */
  private static final String ROWS = "data";

  private Map<String, ListedName> pool = Map.of();

  /**
   * Returns whether a table is in one of these forms: JSON is by its fields, and others only if
   * their negatives are records.
   */
  static boolean isIn(TableReader table, List<String> columns, boolean json) {
    Optional<String> form = field(columns);
    return json
        ? form.isPresent() || columns.contains(ROWS)
        : form.filter(table::holdsRecords).isPresent();
  }

  private static Optional<String> field(List<String> fields) {
    return NEGATIVES.stream().filter(fields::contains).findFirst();
  }

  @Override
  public void read(Path file, BiConsumer<ListedName, ListedName> receiver) {
    rows(
        file,
        (row, where) -> {
          for (JsonNode each : row.has(ROWS) ? row.path(ROWS) : List.of(row)) {
            String form =
                field(names(each))
                    .orElseThrow(
                        () ->
                            new FalconException(
                                where
                                    + ": has no field of negatives; expected one of "
                                    + String.join(", ", NEGATIVES)
                                    + ", not "
                                    + String.join(", ", names(each))));
            if (form.equals("neg_cand_list") && pool.isEmpty()) {
              pool = pool(file);
            }
            ListedName query = query(each);
            int number = 0;
            for (JsonNode negative : each.path(form)) {
              if (!negative.isNull()) {
                receiver.accept(query, negative(form, each, negative, number));
              }
              number++;
            }
          }
        });
  }

  private static List<String> names(JsonNode row) {
    List<String> names = new ArrayList<>();
    row.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static ListedName query(JsonNode row) {
    if (row.has("negative_document_ids")) {
      return ListedName.key(row.path("query_id").asText());
    }
    if (row.has("messages")) {
      return message(row.path("messages"), row.path("images").path(0));
    }
    String text = first(row, "query", "question", "query_text", "query_txt");
    return ListedName.of(text, first(row, "query_image", "query_img_path"));
  }

  private ListedName negative(String form, JsonNode row, JsonNode negative, int number) {
    return switch (form) {
      case "negative_document_ids" -> ListedName.key(negative.asText());
      case "hard_negatives" -> ListedName.of(negative.path(0).asText(), negative.path(1).asText());
      case "negative_messages" ->
          message(negative, row.path("negative_images").path(number).path(0));
      case "neg_cand_list" ->
          Optional.ofNullable(pool.get(negative.asText()))
              .orElseGet(() -> ListedName.key(negative.asText()));
      default ->
          negative.has("id")
              ? ListedName.key(negative.path("id").asText())
              : negative.isObject() ? document(negative) : ListedName.text(negative.asText());
    };
  }

  /** Returns the name of one of Tevatron's records: its text, or its id if it has none. */
  private static ListedName document(JsonNode passage) {
    return passage.hasNonNull("text") || !passage.has("docid")
        ? ListedName.text(first(passage, "text"))
        : ListedName.key(passage.path("docid").asText());
  }

  private static ListedName message(JsonNode messages, JsonNode image) {
    return image.isTextual()
        ? ListedName.of("", image.asText())
        : ListedName.text(messages.path(0).path("content").asText());
  }

  private static String first(JsonNode row, String... fields) {
    return Stream.of(fields)
        .map(row::path)
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .findFirst()
        .orElse("");
  }

  /** Returns the candidates of M-BEIR's pool by their numbers. */
  private static Map<String, ListedName> pool(Path lists) {
    String name = lists.getFileName().toString();
    Path file = lists.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".pool.jsonl");
    if (!Folders.isFile(file)) {
      throw new FalconException(
          lists + ": names its candidates by numbers of a pool, and there is no " + file);
    }
    Map<String, ListedName> pool = new HashMap<>();
    rows(
        file,
        (row, where) ->
            pool.put(
                row.path("did").asText(),
                row.has("key")
                    ? ListedName.key(row.path("key").asText())
                    : ListedName.of(first(row, "txt"), first(row, "img_path"))));
    return pool;
  }

  /** Passes the rows of a table, or the elements of an array in JSON, each with its place. */
  private static void rows(Path file, BiConsumer<JsonNode, String> receiver) {
    if (Folders.isFolder(file) || TableFormat.ofTable(file) != TableFormat.JSONL) {
      RecordRows.read(file, receiver);
      return;
    }
    int row = 0;
    try (Reader text = TextFiles.open(file);
        MappingIterator<JsonNode> values =
            Json.mapper()
                .readerFor(JsonNode.class)
                .with(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // as Python writes
                .readValues(text)) {
      while (values.hasNextValue()) {
        receiver.accept(values.nextValue(), file + ": row " + row);
        row++;
      }
    } catch (JsonProcessingException e) {
      throw new FalconException(file + ": row " + row + " is not JSON: " + Json.reason(e), e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
