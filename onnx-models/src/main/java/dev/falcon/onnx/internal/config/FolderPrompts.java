// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.onnx.text.PromptChoice;
import dev.falcon.onnx.text.TextSide;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The prompts of a model folder: {@code prompts} and {@code default_prompt_name} in {@code
 * falcon.json}, or else in {@code config_sentence_transformers.json}.
 *
 * @param folder the folder
 * @param texts the prompts by name
 * @param usual the name of the default prompt; empty for none
 */
public record FolderPrompts(Path folder, Map<String, String> texts, Optional<String> usual) {
  private static final String PROMPTS = "prompts";
  private static final String DEFAULT = "default_prompt_name";

  /** Reads the prompts of a folder. */
  public static FolderPrompts of(FolderConfig config) {
    Path published = config.folder().resolve(SentenceModules.SETTINGS);
    boolean own = config.falcon().has(PROMPTS);
    JsonNode tree = own ? config.falcon() : FolderConfig.tree(published);
    Path file = own ? config.folder().resolve(FolderConfig.FALCON) : published;
    JsonNode prompts = tree.path(PROMPTS);
    if (!prompts.isMissingNode() && !prompts.isNull() && !prompts.isObject()) {
      throw new FalconException(file + ": prompts must be an object of texts by their names");
    }
    Map<String, String> texts = new TreeMap<>();
    prompts
        .properties()
        .forEach(
            prompt -> {
              if (!prompt.getValue().isTextual()) {
                throw new FalconException(
                    file + ": the prompt '" + prompt.getKey() + "' must be a text");
              }
              texts.put(prompt.getKey(), prompt.getValue().textValue());
            });
    Optional<String> usual = Optional.ofNullable(tree.path(DEFAULT).textValue());
    if (usual.isPresent() && !texts.containsKey(usual.get())) {
      throw new FalconException(
          file + ": default_prompt_name is '" + usual.get() + "', and there is no such prompt");
    }
    return new FolderPrompts(config.folder(), texts, usual);
  }

  /**
   * Returns the prompt that precedes every text of a side; may be empty. By default, queries use
   * the prompt named {@code query}, and corpus texts the one named {@code document}, {@code
   * passage} or {@code corpus}; if the folder has no such prompt, the default prompt is used.
   */
  public String text(TextSide side, PromptChoice choice) {
    if (choice instanceof PromptChoice.Literal literal) {
      return literal.text();
    }
    if (choice instanceof PromptChoice.Named named) {
      if (!texts.containsKey(named.name())) {
        throw new RequestException(
            folder
                + ": has no prompt '"
                + named.name()
                + "'; "
                + (texts.isEmpty()
                    ? "it states none, so give the prompt itself"
                    : "its prompts are " + String.join(", ", texts.keySet())));
      }
      return texts.get(named.name());
    }
    List<String> names =
        side == TextSide.QUERY ? List.of("query") : List.of("document", "passage", "corpus");
    return names.stream()
        .filter(texts::containsKey)
        .findFirst()
        .or(() -> usual)
        .map(texts::get)
        .orElse("");
  }
}
