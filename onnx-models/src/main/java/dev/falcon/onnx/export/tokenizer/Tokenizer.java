package dev.falcon.onnx.export.tokenizer;

import dev.falcon.data.FalconException;
import java.util.List;
import java.util.Optional;

/**
 * How captions become tokens, to be written as Hugging Face's {@code tokenizer.json}. A token's id
 * is its place in the vocabulary.
 */
public sealed interface Tokenizer {
  /** BERT's token that fills short captions up. */
  String PADDING = "[PAD]";

  /** BERT's token for a word that is not in the vocabulary. */
  String UNKNOWN = "[UNK]";

  /** BERT's token that begins a caption, and stands for the whole of it. */
  String FIRST = "[CLS]";

  /** BERT's token for a hidden word. */
  String MASK = "[MASK]";

  /** BERT's token that ends a caption, where one does. */
  String LAST = "[SEP]";

  /** BLIP-2's token that begins a caption that is to be told; the last of its vocabulary. */
  String TELL = "[DEC]";

  /**
   * The tokens that are no words.
   *
   * @param padding fills short captions up
   * @param unknown stands for a word that is not in the vocabulary
   * @param first begins every caption
   * @param last ends every caption
   * @param mask stands for a hidden word
   * @param all of them, by their ids
   */
  record Special(
      String padding,
      String unknown,
      Optional<String> first,
      Optional<String> last,
      String mask,
      List<String> all) {
    /** BERT's; every caption begins with one, and none has an end token, as in ALBEF. */
    public static final Special BERT =
        new Special(
            PADDING,
            UNKNOWN,
            Optional.of(FIRST),
            Optional.empty(),
            MASK,
            List.of(PADDING, UNKNOWN, FIRST, MASK));

    /** BERT's as BLIP-2 reads captions: with an end token, and one that begins what is told. */
    public static final Special BLIP2 =
        new Special(
            PADDING,
            UNKNOWN,
            Optional.of(FIRST),
            Optional.of(LAST),
            MASK,
            List.of(PADDING, UNKNOWN, FIRST, LAST, MASK, TELL));

    /** Gemma's as SigLIP-2 reads captions: with an end token, and nothing before them. */
    public static final Special GEMMA =
        new Special(
            "<pad>",
            "<unk>",
            Optional.empty(),
            Optional.of("<eos>"),
            "<mask>",
            List.of("<pad>", "<eos>", "<bos>", "<unk>", "<mask>"));

    /** OPT's, a language model whose texts begin and end with the same token. */
    public static final Special OPT =
        new Special(
            "<pad>",
            "<unk>",
            Optional.of("</s>"),
            Optional.empty(),
            "<mask>",
            List.of("<s>", "<pad>", "</s>", "<unk>", "<mask>"));

    /** Whether a vocabulary has Gemma's special tokens, and not BERT's. */
    static boolean isGemmas(List<String> vocabulary) {
      return !vocabulary.contains(FIRST) && vocabulary.containsAll(GEMMA.all());
    }
  }

  /** All tokens; among them the special ones. */
  List<String> vocabulary();

  /** The tokens that are no words. */
  Special special();

  /** Whole lower-case words between white space and punctuation. */
  record WordLevel(List<String> vocabulary, Special special) implements Tokenizer {
    public WordLevel {
      vocabulary = checked(vocabulary, special);
    }

    /** With BERT's special tokens. */
    public WordLevel(List<String> vocabulary) {
      this(vocabulary, Special.BERT);
    }
  }

  /** BERT's uncased word pieces. */
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
   * Somebody's {@code tokenizer.json}, of any kind. Its own rules cut captions; what it puts around
   * them gives way to the special tokens.
   *
   * @param json the file's text
   */
  record Given(String json, List<String> vocabulary, Special special) implements Tokenizer {
    public Given {
      vocabulary = checked(vocabulary, special);
    }

    /** With BERT's special tokens, or Gemma's where it has those alone. */
    public Given(String json, List<String> vocabulary) {
      this(json, vocabulary, Special.isGemmas(vocabulary) ? Special.GEMMA : Special.BERT);
    }
  }

  /** The id of a token that is in the vocabulary. */
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
