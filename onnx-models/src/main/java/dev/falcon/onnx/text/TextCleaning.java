// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.internal.text.TextRepair;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The cleaning that a model family applies to captions before the tokenizer. */
public enum TextCleaning {
  /** None: the tokenizer reads the caption unchanged. */
  NONE {
    @Override
    public String apply(String caption) {
      return caption;
    }
  },

  /** open_clip: ftfy's repairs, HTML unescaped twice, white space collapsed, lower case. */
  OPEN_CLIP {
    @Override
    public String apply(String caption) {
      return TextRepair.lower(TextRepair.collapseWhiteSpace(TextRepair.basicClean(caption)));
    }
  },

  /** Like {@link #OPEN_CLIP} but without lower case, as open_clip does with cased tokenizers. */
  WHITESPACE {
    @Override
    public String apply(String caption) {
      return TextRepair.collapseWhiteSpace(TextRepair.basicClean(caption));
    }
  },

  /**
   * SigLIP and SigLIP 2 in open_clip: ftfy's repairs, HTML unescaped twice, underscores replaced by
   * blanks, ASCII punctuation deleted, lower case, white space collapsed.
   */
  SIGLIP {
    @Override
    public String apply(String caption) {
      String blanks = TextRepair.basicClean(caption).replace('_', ' ');
      String bare = ASCII_PUNCTUATION.matcher(blanks).replaceAll("");
      return TextRepair.collapseWhiteSpace(TextRepair.lower(bare));
    }
  },

  /** SigLIP 2 as its authors use it: lower case only. */
  LOWER {
    @Override
    public String apply(String caption) {
      return TextRepair.lower(caption);
    }
  },

  /** BLIP: lower case, some punctuation replaced by blanks, at most 30 words. */
  BLIP {
    @Override
    public String apply(String caption) {
      String spaced = BLIP_PUNCTUATION.matcher(TextRepair.lower(caption)).replaceAll(" ");
      return firstWords(spaced, BLIP_WORDS);
    }
  },

  /** BLIP-2: like {@link #BLIP}, at most 50 words. */
  BLIP2 {
    @Override
    public String apply(String caption) {
      String spaced = BLIP_PUNCTUATION.matcher(TextRepair.lower(caption)).replaceAll(" ");
      return firstWords(spaced, BLIP2_WORDS);
    }
  },

  /**
   * ALBEF: lower case, punctuation deleted, hyphens and slashes replaced by blanks, {@code
   * <person>} by person, at most 30 words.
   */
  ALBEF {
    @Override
    public String apply(String caption) {
      String bare = ALBEF_PUNCTUATION.matcher(TextRepair.lower(caption)).replaceAll("");
      String joined = bare.replace('-', ' ').replace('/', ' ').replace("<person>", "person");
      return firstWords(joined, BLIP_WORDS);
    }
  },

  /** ALBEF's questions: like {@link #ALBEF}, but only white space at the end is removed. */
  ALBEF_QUESTION {
    @Override
    public String apply(String question) {
      String bare = ALBEF_PUNCTUATION.matcher(TextRepair.lower(question)).replaceAll("");
      String spaced = bare.replace('-', ' ').replace('/', ' ');
      return TRAILING_BLANKS.matcher(spaced).replaceAll("");
    }
  };

  private static final Pattern ASCII_PUNCTUATION = Pattern.compile("[!-/:-@\\[-`{-~]");
  private static final Pattern BLIP_PUNCTUATION = Pattern.compile("[.!\"()*#:;~]");
  private static final Pattern ALBEF_PUNCTUATION = Pattern.compile("[,.'!?\"()*#:;~]");
  private static final Pattern RUN_OF_SPACE =
      Pattern.compile("\\s{2,}", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern OUTER_SPACE = Pattern.compile("^ +|[ \n]+$");
  private static final Pattern TRAILING_BLANKS = Pattern.compile(" +$");
  private static final int BLIP_WORDS = 30;
  private static final int BLIP2_WORDS = 50;

  /** Returns the cleaned caption. */
  public abstract String apply(String caption);

  /** Returns the name in {@code falcon.json} and on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Parses an {@link #id()}, which may have {@code -} in place of {@code _}. */
  public static TextCleaning parse(String text) {
    for (TextCleaning cleaning : values()) {
      if (cleaning.id().equals(text.toLowerCase(Locale.ROOT).replace('-', '_'))) {
        return cleaning;
      }
    }
    throw new RequestException(
        "text cleaning '"
            + text
            + "' is not known; known are "
            + Arrays.stream(values()).map(TextCleaning::id).collect(Collectors.joining(", ")));
  }

  /** Returns the words of a text, separated by single blanks, up to a maximum number. */
  public static String cut(String text, int mostWords) {
    return Arrays.stream(text.split(" ", -1)).limit(mostWords).collect(Collectors.joining(" "));
  }

  private static String firstWords(String text, int most) {
    String single = RUN_OF_SPACE.matcher(text).replaceAll(" ");
    String[] words = OUTER_SPACE.matcher(single).replaceAll("").split(" ", -1);
    return Arrays.stream(words).limit(most).collect(Collectors.joining(" "));
  }
}
