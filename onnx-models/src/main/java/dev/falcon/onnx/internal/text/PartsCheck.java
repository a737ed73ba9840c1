// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Checks the parts of a {@code tokenizer.json} that change and split texts: they must be of known
 * kinds, their regular expressions must not backtrack without bound, and texts may grow only by a
 * bounded factor.
 */
final class PartsCheck {
  /**
   * The maximum total growth: the number of characters by which all replacements together may
   * replace one character.
   */
  static final double MOST_GROWTH = 4;

  private static final int MOST_PARTS = 64;
  private static final int MOST_DEPTH = 8;
  private static final int MOST_PREPENDED = 256;

  /**
   * The number of characters into which compatibility decomposition expands U+FDFA, the largest
   * such expansion.
   */
  private static final int COMPATIBILITY_GROWTH = 18;

  /** The library stops a search after 10 million steps; a caption has at most 16,384 characters. */
  private static final double MOST_STEPS = 10_000_000.0 / TokenizerFile.MOST_CHARACTERS;

  private static final Map<String, Set<String>> KINDS =
      Map.of(
          "normalizer",
          Set.of(
              "Sequence",
              "BertNormalizer",
              "NFC",
              "NFD",
              "NFKC",
              "NFKD",
              "Nmt",
              "Lowercase",
              "Strip",
              "StripAccents",
              "Replace",
              "Prepend",
              "Precompiled",
              "ByteLevel"),
          "pre_tokenizer",
          Set.of(
              "Sequence",
              "BertPreTokenizer",
              "ByteLevel",
              "CharDelimiterSplit",
              "Metaspace",
              "Whitespace",
              "WhitespaceSplit",
              "Split",
              "Punctuation",
              "Digits",
              "UnicodeScripts",
              "FixedLength"),
          "post_processor",
          Set.of(
              "Sequence", "TemplateProcessing", "BertProcessing", "RobertaProcessing", "ByteLevel"),
          "decoder",
          Set.of(
              "Sequence",
              "BPEDecoder",
              "ByteLevel",
              "ByteFallback",
              "CTC",
              "Fuse",
              "Metaspace",
              "Replace",
              "Strip",
              "WordPiece"));

  private final BiFunction<String, String, RuntimeException> broken;
  private double replaced = 1;
  private double grown = 1;
  private int parts;

  /**
   * @param broken creates the failure for a place and a fault
   */
  PartsCheck(BiFunction<String, String, RuntimeException> broken) {
    this.broken = broken;
  }

  /** Fails if a part is of an unknown kind, or may take unbounded time or memory. */
  void require(JsonNode tokenizer) {
    // In the order in which texts pass through the parts, since the cost of a search depends on
    // earlier growth.
    for (String section :
        new String[] {"normalizer", "pre_tokenizer", "post_processor", "decoder"}) {
      JsonNode part = tokenizer.path(section);
      if (!part.isMissingNode() && !part.isNull()) {
        part(section, section, part, 0);
      }
    }
  }

  private void part(String section, String place, JsonNode part, int depth) {
    String type = part.path("type").asText();
    if (!KINDS.get(section).contains(type)) {
      throw broken.apply(
          place, part.isObject() ? "the type '" + type + "' is not known" : "is no object");
    }
    parts++;
    if (depth > MOST_DEPTH || parts > MOST_PARTS) {
      throw broken.apply(
          place, "has more than " + MOST_PARTS + " parts, or more than " + MOST_DEPTH + " levels");
    }
    switch (type) {
      case "Sequence" -> sequence(section, place, part, depth);
      case "Replace", "Split" -> pattern(section, place, part);
      case "NFKC", "NFKD" -> grown *= COMPATIBILITY_GROWTH;
      case "Precompiled" -> precompiled(place, part.path("precompiled_charsmap").asText());
      case "Prepend" -> {
        if (part.path("prepend").asText().length() > MOST_PREPENDED) {
          throw broken.apply(
              place, "puts more than " + MOST_PREPENDED + " characters before a text");
        }
      }
      case "FixedLength" -> {
        if (part.has("length") && part.path("length").asLong() < 1) {
          throw broken.apply(
              place, "has the length " + part.path("length") + "; it must be at least 1");
        }
      }
      case "Strip" -> {
        if (section.equals("decoder") && part.path("stop").asLong() != 0) {
          throw broken.apply(place, "strips the end of tokens, which may be shorter");
        }
      }
      default -> {}
    }
  }

  private void sequence(String section, String place, JsonNode sequence, int depth) {
    String list =
        switch (section) {
          case "normalizer" -> "normalizers";
          case "pre_tokenizer" -> "pretokenizers";
          case "post_processor" -> "processors";
          default -> "decoders";
        };
    int index = 0;
    for (JsonNode part : sequence.path(list)) {
      part(section, place + "." + list + "[" + index++ + "]", part, depth + 1);
    }
  }

  private void pattern(String section, String place, JsonNode part) {
    JsonNode pattern = part.path("pattern");
    int fewest;
    if (pattern.has("Regex")) {
      fewest = expression(place + ".pattern.Regex", pattern.path("Regex").asText());
    } else {
      String text = pattern.path("String").asText();
      fewest = text.codePointCount(0, text.length());
    }
    if (part.path("type").asText().equals("Replace")) {
      String content = part.path("content").asText();
      if (fewest == 0) {
        throw broken.apply(place, "replaces nothing by something");
      }
      double growth = (double) content.codePointCount(0, content.length()) / fewest;
      if (section.equals("normalizer")) {
        replaced *= Math.max(1, growth);
        grown *= Math.max(1, growth);
        growth = replaced;
      }
      if (growth > MOST_GROWTH) {
        throw broken.apply(place, "makes texts more than " + (int) MOST_GROWTH + " times as long");
      }
    }
  }

  private int expression(String place, String expression) {
    try {
      PatternCheck.Cost cost = PatternCheck.of(expression);
      if (cost.steps() * grown > MOST_STEPS) {
        throw broken.apply(place, "may take too many steps after the normalizers before it");
      }
      return cost.fewest();
    } catch (PatternCheck.Refused e) {
      throw broken.apply(place, "the regular expression " + e.getMessage());
    }
  }

  private void precompiled(String place, String charsmap) {
    int growth =
        PrecompiledCheck.growth(charsmap)
            .orElseThrow(
                () -> broken.apply(place + ".precompiled_charsmap", "leads out of its map"));
    if (growth > 2 * COMPATIBILITY_GROWTH) {
      throw broken.apply(place, "makes a character into " + growth + " characters");
    }
    grown *= growth;
  }
}
