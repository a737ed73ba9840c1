package dev.falcon.training.internal.input;

import dev.falcon.data.scenes.Caption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A token for every word of Scenes' captions, behind the special ones. */
public final class ScenesVocabulary {
  private static final List<String> SPECIAL = List.of("[PAD]", "[UNK]", "[CLS]", "[MASK]");
  private static final Pattern SPACE = Pattern.compile(" ");
  private static final Map<String, Integer> NUMBERS = new HashMap<>();
  private static final List<String> TOKENS = new ArrayList<>(SPECIAL);

  static {
    TOKENS.addAll(Caption.vocabulary());
    for (int i = 0; i < TOKENS.size(); i++) {
      NUMBERS.put(TOKENS.get(i), i);
    }
  }

  private ScenesVocabulary() {}

  /** All tokens by their number. */
  public static List<String> all() {
    return List.copyOf(TOKENS);
  }

  /** What training must know of it. */
  public static Vocabulary vocabulary() {
    return new Vocabulary(
        TOKENS.size(), NUMBERS.get("[PAD]"), NUMBERS.get("[CLS]"), NUMBERS.get("[MASK]"));
  }

  /** The tokens of a caption, [CLS] first. */
  static int[] tokens(String caption) {
    return Stream.concat(Stream.of("[CLS]"), SPACE.splitAsStream(caption))
        .mapToInt(NUMBERS::get)
        .toArray();
  }
}
