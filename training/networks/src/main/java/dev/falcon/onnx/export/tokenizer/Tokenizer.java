// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.tokenizer;

import dev.falcon.data.FalconException;
import java.util.List;
import java.util.Optional;

/**
 * A tokenizer that can be written as Hugging Face's {@code tokenizer.json}. A token's id is its
 * index in the vocabulary.
 */
public sealed interface Tokenizer {
  /** BERT's padding token. */
  String PADDING = "[PAD]";

  /** BERT's token for a word that is not in the vocabulary. */
  String UNKNOWN = "[UNK]";

  /** BERT's token at a caption's start, whose state represents the whole caption. */
  String FIRST = "[CLS]";

  /** BERT's mask token. */
  String MASK = "[MASK]";

  /** BERT's token at a caption's end, if it has one. */
  String LAST = "[SEP]";

  /** The start token of BLIP-2's decoder; the last token of its vocabulary. */
  String TELL = "[DEC]";

  /**
   * The special tokens.
   *
   * @param padding the padding token
   * @param unknown the token for unknown words
   * @param first the first token of every caption; empty for none
   * @param last the end token of every caption; empty for none
   * @param mask the mask token
   * @param all all special tokens, in the order of their ids
   */
  record Special(
      String padding,
      String unknown,
      Optional<String> first,
      Optional<String> last,
      String mask,
      List<String> all) {
    /** BERT's special tokens without an end token, as in ALBEF. */
    public static final Special BERT =
        new Special(
            PADDING,
            UNKNOWN,
            Optional.of(FIRST),
            Optional.empty(),
            MASK,
            List.of(PADDING, UNKNOWN, FIRST, MASK));

    /** BERT's special tokens with an end token and the decoder's start token, as in BLIP-2. */
    public static final Special BLIP2 =
        new Special(
            PADDING,
            UNKNOWN,
            Optional.of(FIRST),
            Optional.of(LAST),
            MASK,
            List.of(PADDING, UNKNOWN, FIRST, LAST, MASK, TELL));

    /** Gemma's special tokens with an end token but no first token, as in SigLIP-2. */
    public static final Special GEMMA =
        new Special(
            "<pad>",
            "<unk>",
            Optional.empty(),
            Optional.of("<eos>"),
            "<mask>",
            List.of("<pad>", "<eos>", "<bos>", "<unk>", "<mask>"));

    /**
     * The special tokens of OPT, a language model whose texts begin and end with the same token.
     */
    public static final Special OPT =
        new Special(
            "<pad>",
            "<unk>",
            Optional.of("</s>"),
            Optional.empty(),
            "<mask>",
            List.of("<s>", "<pad>", "</s>", "<unk>", "<mask>"));

    /** Returns whether a vocabulary has Gemma's special tokens but not BERT's. */
    static boolean isGemmas(List<String> vocabulary) {
      return !vocabulary.contains(FIRST) && vocabulary.containsAll(GEMMA.all());
    }
  }

  /** Returns all tokens, including the special ones. */
  List<String> vocabulary();

  /** Returns the special tokens. */
  Special special();

  /** Splits captions into whole lower-case words at white space and punctuation. */
  record WordLevel(List<String> vocabulary, Special special) implements Tokenizer {
    public WordLevel {
      vocabulary = checked(vocabulary, special);
    }

    /** Creates a tokenizer with BERT's special tokens. */
    public WordLevel(List<String> vocabulary) {
      this(vocabulary, Special.BERT);
    }
  }

  /** Splits captions into BERT's uncased word pieces. */
  record WordPiece(List<String> vocabulary) implements Tokenizer {
    public WordPiece {
      vocabulary = checked(vocabulary, Special.BERT);
    }

    @Override
    public Special special() {
      return Special.BERT;
    }
  }

  /**
   * An existing {@code tokenizer.json} of any kind. Its own rules split captions; its template is
   * replaced by the special tokens.
   *
   * @param json the file's text
   */
  record Given(String json, List<String> vocabulary, Special special) implements Tokenizer {
    public Given {
      vocabulary = checked(vocabulary, special);
    }

    /** Creates a tokenizer with BERT's special tokens, or with Gemma's if it has only those. */
    public Given(String json, List<String> vocabulary) {
      this(json, vocabulary, Special.isGemmas(vocabulary) ? Special.GEMMA : Special.BERT);
    }
  }

  /** Returns the id of a token in the vocabulary. */
  default int id(String token) {
    return vocabulary().indexOf(token);
  }

  private static List<String> checked(List<String> vocabulary, Special special) {
    for (String token : special.all()) {
      if (!vocabulary.contains(token)) {
        throw new FalconException("the vocabulary lacks the token " + token);
      }
    }
    return List.copyOf(vocabulary);
  }
}
