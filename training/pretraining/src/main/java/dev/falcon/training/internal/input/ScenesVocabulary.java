// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.scenes.Caption;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A vocabulary with every word of Scenes' captions after the special tokens. */
public final class ScenesVocabulary {
  /** The vocabulary with BERT's special tokens, one of which starts every caption. */
  public static final ScenesVocabulary BERT = new ScenesVocabulary(Tokenizer.Special.BERT);

  private static final Pattern SPACE = Pattern.compile(" ");

  private final Tokenizer.Special special;
  private final List<String> tokens = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /**
   * Creates the vocabulary with a framework's special tokens; a decoder's start token follows the
   * words.
   */
  public ScenesVocabulary(Tokenizer.Special special) {
    this.special = special;
    tokens.addAll(special.all());
    tokens.addAll(Caption.vocabulary());
    if (tokens.remove(Tokenizer.TELL)) {
      tokens.add(Tokenizer.TELL);
    }
    for (int i = 0; i < tokens.size(); i++) {
      numbers.put(tokens.get(i), i);
    }
  }

  /** Returns the tokenizer, as in an exported model. */
  public Tokenizer tokenizer() {
    return new Tokenizer.WordLevel(tokens, special);
  }

  /** Returns the training run's view of this vocabulary. */
  public Vocabulary vocabulary() {
    return CaptionTokenizer.vocabulary(tokenizer());
  }

  /** Returns the tokens of a caption, with the special token that starts or ends it. */
  public int[] tokens(String caption) {
    return Stream.of(
            special.first().stream(), SPACE.splitAsStream(caption), special.last().stream())
        .flatMap(part -> part)
        .mapToInt(numbers::get)
        .toArray();
  }
}
