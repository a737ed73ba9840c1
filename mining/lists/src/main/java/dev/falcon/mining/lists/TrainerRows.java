// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.MinedList;
import dev.falcon.mining.corpus.SearchDirection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Converts a list to the JSON of each trainer.
 *
 * @param count the number of negatives per list
 * @param scores whether scores are written if the form supports them
 */
record TrainerRows(ListContents contents, int count, boolean scores) {
  /** Returns a list in FlagEmbedding's form: texts, with scores for distillation. */
  List<Map<String, Object>> flagEmbedding(MinedList list) {
    if (list.positives().isEmpty() || list.negatives().isEmpty()) {
      return List.of();
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("query", contents.queryText(list.query()));
    row.put("pos", texts(list.positives()));
    row.put("neg", texts(list.negatives()));
    if (scores) {
      row.put("pos_scores", scored(list.positives()));
      row.put("neg_scores", scored(list.negatives()));
    }
    return List.of(row);
  }

  /** Returns a list in the form of Tevatron and OmniEmbed: ids of documents of the corpus file. */
  List<Map<String, Object>> tevatron(MinedList list) {
    if (list.positives().isEmpty() || list.negatives().isEmpty()) {
      return List.of();
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("query_id", list.query().key());
    row.put("query_text", contents.queryText(list.query()));
    row.put("query_image", present(contents.queryImage(list.query())));
    row.put("positive_document_ids", JsonLists.keys(list.positives()));
    row.put("negative_document_ids", JsonLists.keys(list.negatives()));
    return List.of(row);
  }

  /** Returns a line of Tevatron's corpus. */
  Map<String, Object> tevatronDocument(ListedItem item) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("docid", item.key());
    row.put("text", contents.text(item));
    row.put("image", present(contents.image(item)));
    return row;
  }

  /**
   * Returns a list in NeMo AutoModel's form by id; {@code id} is its question id, which must be
   * unique.
   */
  List<Map<String, Object>> nemo(MinedList list, String corpus, String id) {
    if (list.positives().isEmpty() || list.negatives().isEmpty()) {
      return List.of();
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("question_id", id);
    row.put("question", contents.queryText(list.query()));
    row.put("corpus_id", corpus);
    row.put("pos_doc", documents(list.positives()));
    row.put("neg_doc", documents(list.negatives()));
    return List.of(row);
  }

  /** Returns a list in NeMo AutoModel's form with texts. */
  List<Map<String, Object>> nemoInline(MinedList list) {
    if (list.positives().isEmpty() || list.negatives().isEmpty()) {
      return List.of();
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("query", contents.queryText(list.query()));
    row.put("pos_doc", texts(list.positives()));
    row.put("neg_doc", texts(list.negatives()));
    return List.of(row);
  }

  /** Returns a list in UniME-V2's form, in which every row has the same number of negatives. */
  List<Map<String, Object>> unime(MinedList list) {
    if (list.negatives().size() < count) {
      return List.of();
    }
    return each(
        list,
        positive -> {
          Map<String, Object> row = new LinkedHashMap<>();
          row.put("query_text", contents.queryText(list.query()));
          row.put("query_image", contents.queryImage(list.query()));
          row.put("pos_text", contents.text(positive));
          row.put("pos_image", contents.image(positive));
          row.put("query_pos_scores", contents.score(positive));
          row.put(
              "hard_negatives",
              list.negatives().stream()
                  .map(item -> List.of(contents.text(item), contents.image(item)))
                  .toList());
          row.put("hard_negatives_scores", scored(list.negatives()));
          return row;
        });
  }

  /** Returns a list in ms-swift's form, with one positive per row. */
  List<Map<String, Object>> swift(MinedList list) {
    if (list.negatives().isEmpty()) {
      return List.of();
    }
    return each(
        list,
        positive -> {
          Map<String, Object> row = new LinkedHashMap<>();
          boolean asksByImage = contents.direction().queries() == SearchDirection.Side.IMAGE;
          boolean images = contents.direction().corpus() == SearchDirection.Side.IMAGE;
          row.put("messages", message(contents.queryText(list.query()), asksByImage));
          row.put("positive_messages", List.of(message(contents.text(positive), images)));
          row.put(
              "negative_messages",
              list.negatives().stream().map(item -> message(contents.text(item), images)).toList());
          if (asksByImage) {
            row.put("images", List.of(contents.queryImage(list.query())));
          }
          if (images) {
            row.put("positive_images", List.of(List.of(contents.image(positive))));
            row.put(
                "negative_images",
                list.negatives().stream().map(item -> List.of(contents.image(item))).toList());
          }
          return row;
        });
  }

  private static List<Map<String, Object>> message(String text, boolean image) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("role", "user");
    message.put("content", image ? "<image>" : text);
    return List.of(message);
  }

  /**
   * Returns a list in the form of UniIR's M-BEIR, whose ids are a dataset's number and a number
   * within the dataset.
   */
  List<Map<String, Object>> mbeir(MinedList list) {
    if (list.positives().isEmpty()) {
      return List.of();
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("qid", number(list.query()));
    row.put("query_txt", present(contents.queryText(list.query())));
    row.put("query_img_path", present(contents.queryImage(list.query())));
    row.put("query_modality", contents.direction().queries().label());
    row.put("pos_cand_list", list.positives().stream().map(TrainerRows::number).toList());
    row.put("neg_cand_list", list.negatives().stream().map(TrainerRows::number).toList());
    return List.of(row);
  }

  /** Returns a line of M-BEIR's pool. */
  Map<String, Object> mbeirCandidate(ListedItem item) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("did", number(item));
    row.put("txt", present(contents.text(item)));
    row.put("img_path", present(contents.image(item)));
    row.put("modality", contents.direction().corpus().label());
    row.put("key", item.key());
    return row;
  }

  private static String number(ListedItem item) {
    return "1:" + item.row();
  }

  private static Optional<String> present(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  private List<String> texts(List<ListedItem> items) {
    return items.stream().map(contents::text).toList();
  }

  private List<Float> scored(List<ListedItem> items) {
    return items.stream().map(contents::score).toList();
  }

  private List<Map<String, Object>> documents(List<ListedItem> items) {
    List<Map<String, Object>> documents = new ArrayList<>();
    for (ListedItem item : items) {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("id", item.key());
      document.put("score", contents.score(item));
      documents.add(document);
    }
    return documents;
  }

  private static List<Map<String, Object>> each(
      MinedList list, Function<ListedItem, Map<String, Object>> row) {
    return list.positives().stream().map(row).toList();
  }
}
