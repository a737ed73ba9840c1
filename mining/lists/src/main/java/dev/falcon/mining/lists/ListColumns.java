// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.data.RequestException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The forms of lists of negatives from a corpus, by trainer. */
public enum ListColumns {
  /** anchor, positive, negative: one row per positive and negative. */
  TRIPLET("triplet", Form.TABLE),
  /** anchor, positive, negative_1 … negative_n: one row per positive. */
  N_TUPLE("n-tuple", Form.TABLE),
  /** anchor, candidate, label: one row per positive or negative. */
  LABELED_PAIR("labeled-pair", Form.TABLE),
  /** anchor, candidates, labels: one row per positive, with texts only. */
  LABELED_LIST("labeled-list", Form.TABLE),
  /** query_id, positive_id, negative_id, for sentence-transformers' resolve_ids. */
  IDS("ids", Form.TABLE),
  /** FlagEmbedding's query, pos, neg. */
  FLAGEMBEDDING("flagembedding", Form.LINES),
  /** Tevatron's ids of documents, and its corpus. */
  TEVATRON("tevatron", Form.LINES),
  /** VLM2Vec's MMEB columns, one negative per row. */
  VLM2VEC("vlm2vec", Form.TABLE),
  /** mmE5's columns: VLM2Vec's, with all negatives as a Python list in a string. */
  MME5("mme5", Form.TABLE),
  /** UniME-V2's JSON array. */
  UNIME("unime", Form.DOCUMENT),
  /** NeMo AutoModel's train file and corpus folder. */
  NEMO("nemo", Form.DOCUMENT),
  /** NeMo AutoModel's lines with texts. */
  NEMO_INLINE("nemo-inline", Form.LINES),
  /** ms-swift's messages. */
  SWIFT("swift", Form.LINES),
  /** UniIR's M-BEIR lines, and its pool. */
  MBEIR("mbeir", Form.LINES),
  /** A TREC run of the negatives. */
  TREC("trec", Form.TEXT);

  /** The kind of a form's file. */
  public enum Form {
    /** A table, in any format of tables. */
    TABLE,
    /** JSON, one line per row. */
    LINES,
    /** One JSON value. */
    DOCUMENT,
    /** Text. */
    TEXT
  }

  private final String label;
  private final Form form;

  ListColumns(String label, Form form) {
    this.label = label;
    this.form = form;
  }

  /** Returns the name used in flags. */
  public String label() {
    return label;
  }

  /** Returns the kind of the form's file. */
  public Form form() {
    return form;
  }

  /** Returns whether the form is one of sentence-transformers, which holds texts or keys. */
  public boolean isOfSentences() {
    return switch (this) {
      case TRIPLET, N_TUPLE, LABELED_PAIR, LABELED_LIST -> true;
      default -> false;
    };
  }

  /** Returns the default extension of its file. */
  public String extension() {
    return switch (form) {
      case TABLE -> "parquet";
      case LINES -> "jsonl";
      case DOCUMENT -> "json";
      case TEXT -> "trec";
    };
  }

  /** Returns the form with a name. */
  public static ListColumns of(String label) {
    return Arrays.stream(values())
        .filter(columns -> columns.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    "'"
                        + label
                        + "' is not a form of lists; expected one of "
                        + Arrays.stream(values())
                            .map(ListColumns::label)
                            .collect(Collectors.joining(", "))));
  }
}
