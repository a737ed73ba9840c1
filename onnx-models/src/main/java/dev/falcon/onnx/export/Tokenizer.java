package dev.falcon.onnx.export;

import dev.falcon.data.FalconException;
import java.util.List;

/**
 * How captions become tokens, to be written as Hugging Face's {@code tokenizer.json}. A token's id
 * is its place in the vocabulary. Every caption begins with {@link #FIRST}; none has an end token,
 * as in ALBEF.
 */
public sealed interface Tokenizer {
  /** Fills short captions up. */
  String PADDING = "[PAD]";

  /** Stands for a word that is not in the vocabulary. */
  String UNKNOWN = "[UNK]";

  /** Begins a caption, and stands for the whole of it. */
  String FIRST = "[CLS]";

  /** Stands for a hidden word. */
  String MASK = "[MASK]";

  /** All tokens; among them the four special ones. */
  List<String> vocabulary();

  /** Whole lower-case words between white space and punctuation. */
  record WordLevel(List<String> vocabulary) implements Tokenizer {
    public WordLevel {
      vocabulary = checked(vocabulary);
    }
  }

  /** BERT's uncased word pieces. */
  record WordPiece(List<String> vocabulary) implements Tokenizer {
    public WordPiece {
      vocabulary = checked(vocabulary);
    }
  }

  /**
   * Somebody's {@code tokenizer.json}, of any kind. Its own rules cut captions; what it puts around
   * them gives way to {@link #FIRST}.
   *
   * @param json the file's text
   */
  record Given(String json, List<String> vocabulary) implements Tokenizer {
    public Given {
      vocabulary = checked(vocabulary);
    }
  }

  /** The id of a token that is in the vocabulary. */
  default int id(String token) {
    return vocabulary().indexOf(token);
  }

  private static List<String> checked(List<String> vocabulary) {
    for (String special : List.of(PADDING, UNKNOWN, FIRST, MASK)) {
      if (!vocabulary.contains(special)) {
        throw new FalconException("the vocabulary lacks the token " + special);
      }
    }
    return List.copyOf(vocabulary);
  }
}
