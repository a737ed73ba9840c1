// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.onnx.internal.text.TokenizerFile;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.onnx.text.TextPrompt;
import dev.falcon.onnx.text.TextSettings;
import dev.falcon.onnx.text.TextSettings.Padding;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds a folder's text settings: from {@code falcon.json}, then from the graph, the tokenizer and
 * the configuration, then from the family's training code.
 */
public final class TextDefaults {
  /**
   * The length from which a tokenizer's limit counts as none: tokenizers without a limit specify a
   * huge one.
   */
  private static final int NO_LIMIT = 100_000;

  private final FolderConfig config;
  private final TokenizerFile tokenizer;
  private final Optional<SentenceModules> modules;
  private final Family family;

  /** The model families, which differ in how texts were preprocessed for training. */
  private enum Family {
    CLIP(TextCleaning.OPEN_CLIP, 77),
    SIGLIP(TextCleaning.SIGLIP, 64),
    BLIP(TextCleaning.BLIP, 35),
    ALBEF(TextCleaning.ALBEF, 30),
    SENTENCE(TextCleaning.NONE, 512),
    OTHER(TextCleaning.NONE, 77);

    private final TextCleaning cleaning;
    private final int maxLength;

    Family(TextCleaning cleaning, int maxLength) {
      this.cleaning = cleaning;
      this.maxLength = maxLength;
    }
  }

  private TextDefaults(FolderConfig config, TokenizerFile tokenizer) {
    this.config = config;
    this.tokenizer = tokenizer;
    this.modules = SentenceModules.find(config.folder());
    this.family = family();
  }

  /**
   * Returns a folder's text settings.
   *
   * @param graphLength the fixed length of the graph's {@code input_ids}, if it has one
   * @param matching whether the ids are for an image-text matching model
   * @param prompt the prompt that precedes every text
   */
  public static TextSettings of(
      FolderConfig config,
      TokenizerFile tokenizer,
      OptionalInt graphLength,
      boolean matching,
      String prompt) {
    return new TextDefaults(config, tokenizer).settings(graphLength, matching, prompt);
  }

  private Family family() {
    String type = config.modelType();
    if (type.startsWith("siglip")) {
      return Family.SIGLIP;
    }
    if (type.startsWith("blip")) {
      return Family.BLIP;
    }
    if (type.startsWith("albef")) {
      return Family.ALBEF;
    }
    if (modules.filter(SentenceModules::readsTokens).isPresent()
        || TextVectors.isSentenceEncoder(config)
        || config.scoresTexts()) {
      return Family.SENTENCE;
    }
    // A model of CLIP's shape with another tokenizer was trained by a custom script.
    return tokenizer.clip() ? Family.CLIP : Family.OTHER;
  }

  private TextSettings settings(OptionalInt graphLength, boolean matching, String prompt) {
    int maxLength = maxLength(graphLength);
    if (graphLength.isPresent() && maxLength != graphLength.getAsInt()) {
      throw new FalconException(
          config.folder().resolve(FolderConfig.FALCON)
              + ": max_length is "
              + maxLength
              + ", but the text graph takes exactly "
              + graphLength.getAsInt()
              + " tokens");
    }
    return new TextSettings(
        cleaning(),
        maxLength,
        padding(),
        padId(),
        firstToken(matching),
        endToken(),
        config.falconNumber("max_words", 1).orElse(Integer.MAX_VALUE),
        new TextPrompt(prompt, modules.map(SentenceModules::promptPooled).orElse(true)),
        family == Family.SENTENCE);
  }

  private TextCleaning cleaning() {
    Optional<String> chosen = config.falconText("text_cleaning");
    try {
      boolean lower = modules.filter(SentenceModules::lowerCase).isPresent();
      return chosen
          .map(TextCleaning::parse)
          .orElse(family == Family.SENTENCE && lower ? TextCleaning.LOWER : family.cleaning);
    } catch (RequestException e) {
      throw new FalconException(
          config.folder().resolve(FolderConfig.FALCON) + ": " + e.getMessage(), e);
    }
  }

  private int maxLength(OptionalInt graphLength) {
    OptionalInt chosen = config.falconNumber("max_length", 1);
    if (chosen.isPresent()) {
      return chosen.getAsInt();
    }
    if (graphLength.isPresent()) {
      return graphLength.getAsInt();
    }
    if (family == Family.SENTENCE) {
      return sentenceLength();
    }
    if (tokenizer.maxLength().isPresent()) {
      return tokenizer.maxLength().getAsInt();
    }
    boolean trainedShorter = family == Family.BLIP || family == Family.ALBEF;
    JsonNode stated = config.tokenizer().path("model_max_length");
    if (!trainedShorter && stated.isNumber() && stated.doubleValue() <= NO_LIMIT) {
      return stated.intValue();
    }
    JsonNode positions = config.model().path("text_config").path("max_position_embeddings");
    return trainedShorter ? family.maxLength : positions.asInt(family.maxLength);
  }

  /**
   * Returns the maximum length as in sentence-transformers, which ignores the tokenizer's own
   * truncation.
   */
  private int sentenceLength() {
    OptionalInt stated = modules.map(SentenceModules::maxLength).orElse(OptionalInt.empty());
    int positions = SentenceModules.positions(config);
    if (stated.isPresent()) {
      // In sentence-transformers, a text with more tokens than positions causes an error.
      return Math.min(stated.getAsInt(), positions);
    }
    double tokens = config.tokenizer().path("model_max_length").asDouble(NO_LIMIT);
    int least = (int) Math.min(positions, tokens);
    return least < NO_LIMIT ? least : tokenizer.maxLength().orElse(family.maxLength);
  }

  private Padding padding() {
    String chosen = config.falconText("padding").orElse("auto");
    return switch (chosen) {
      case "auto" -> family == Family.SENTENCE ? Padding.MASKED : Padding.AUTO;
      case "max_length" -> Padding.MAX_LENGTH;
      case "longest" -> Padding.LONGEST;
      default ->
          throw config.wrong(
              "padding",
              config.falcon().path("padding"),
              "\"auto\", \"max_length\" or \"longest\"");
    };
  }

  private int padId() {
    OptionalInt chosen = config.falconNumber("pad_id", 0);
    if (chosen.isPresent()) {
      return chosen.getAsInt();
    }
    if (family == Family.CLIP) {
      // As in open_clip. CLIP takes its vector at the first end token, so padding after it has no
      // effect.
      return 0;
    }
    if (tokenizer.padId().isPresent()) {
      return tokenizer.padId().getAsInt();
    }
    JsonNode token = config.tokenizer().path("pad_token");
    String content = token.isObject() ? token.path("content").asText() : token.asText("");
    return tokenizer.id(content).orElse(0);
  }

  private Optional<String> firstToken(boolean matching) {
    Optional<String> chosen = config.falconText("first_token");
    if (chosen.isEmpty()) {
      boolean encodes = family == Family.BLIP && matching && tokenizer.id("[ENC]").isPresent();
      return encodes ? Optional.of("[ENC]") : Optional.empty();
    }
    if (tokenizer.id(chosen.get()).isEmpty()) {
      throw config.wrong(
          "first_token", config.falcon().path("first_token"), "a token of " + tokenizer.file());
    }
    return chosen;
  }

  private boolean endToken() {
    return config.falconFlag("end_token").orElse(family != Family.ALBEF);
  }
}
