// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A WordPiece tokenizer of a few words, as BERT's, and a text graph that wants what BERT wants. */
public final class WordPieces {
  private static final String TOKENIZER =
      """
      {"version": "1.0", "truncation": null, "padding": null,
       "added_tokens": [
         {"id": 0, "content": "[PAD]", "single_word": false, "lstrip": false, "rstrip": false,
          "normalized": false, "special": true},
         {"id": 9, "content": "[ENC]", "single_word": false, "lstrip": false, "rstrip": false,
          "normalized": false, "special": true}],
       "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
         "strip_accents": null, "lowercase": true},
       "pre_tokenizer": {"type": "BertPreTokenizer"},
       "post_processor": {"type": "TemplateProcessing",
         "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
           {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
         "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
         "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]},
           "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}}},
       "decoder": null,
       "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
         "max_input_chars_per_word": 100,
         "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "a": 4, "dog": 5, "run": 6,
           "##s": 7, ",": 8}}}
      """;

  private WordPieces() {}

  public static void writeTokenizer(Path folder) {
    try {
      Files.writeString(folder.resolve("tokenizer.json"), TOKENIZER);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A vector is (the sum of the ids that the mask lets through, the sum of the mask, the sum of the
   * types).
   */
  public static void writeTextModel(Path file) {
    TestGraph graph =
        new TestGraph()
            .input("input_ids", TestGraph.INT64, -1, -1)
            .input("attention_mask", TestGraph.INT64, -1, -1)
            .input("token_type_ids", TestGraph.INT64, -1, -1)
            .output("text_embeds", TestGraph.FLOAT, -1, 3)
            .longs("second", 1)
            .node("Mul", "input_ids attention_mask", "masked");
    for (String name : new String[] {"masked", "attention_mask", "token_type_ids"}) {
      graph
          .node("Cast", name, name + "_float", "to", TestGraph.FLOAT)
          .node("ReduceSum", name + "_float second", name + "_sum", "keepdims", 1);
    }
    graph
        .node(
            "Concat", "masked_sum attention_mask_sum token_type_ids_sum", "text_embeds", "axis", 1)
        .write(file);
  }
}
