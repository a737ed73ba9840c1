// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import dev.falcon.onnx.text.Pooling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Specifies how a folder's text graph gives vectors.
 *
 * @param config the folder's configuration
 * @param modules the modules of a sentence encoder, if the folder has them
 * @param chosen the modes in {@code pooling} of {@code falcon.json}; may be empty
 * @param pooler whether the model's vectors are its {@code pooler_output}
 */
public record TextVectors(
    FolderConfig config, Optional<SentenceModules> modules, List<Pooling> chosen, boolean pooler) {
  private static final String KEY = "pooling";
  private static final String POOLER = "pooler";
  private static final String POOLER_OUTPUT = "pooler_output";
  private static final List<String> VECTORS =
      List.of("text_embeds", "sentence_embedding", POOLER_OUTPUT);
  private static final List<String> STATES =
      List.of("token_embeddings", "last_hidden_state", "hidden_states");

  /** Reads the folder's specification. */
  public static TextVectors of(FolderConfig config, Optional<SentenceModules> modules) {
    Optional<List<String>> names = names(config);
    boolean pooler = names.filter(List.of(POOLER)::equals).isPresent();
    List<Pooling> chosen = new ArrayList<>();
    if (!pooler) {
      for (String name : names.orElse(List.of())) {
        chosen.add(Pooling.find(name).orElseThrow(() -> unknown(config)));
      }
    }
    chosen.sort(null);
    return new TextVectors(
        config,
        modules,
        List.copyOf(chosen),
        pooler || (names.isEmpty() && config.modelType().startsWith("siglip")));
  }

  private static Optional<List<String>> names(FolderConfig config) {
    JsonNode value = config.falcon().path(KEY);
    if (value.isTextual()) {
      return Optional.of(List.of(value.textValue()));
    }
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    value.forEach(name -> names.add(name.asText()));
    if (!value.isArray() || names.isEmpty()) {
      throw unknown(config);
    }
    return Optional.of(names);
  }

  private static FalconException unknown(FolderConfig config) {
    return config.wrong(
        KEY,
        config.falcon().path(KEY),
        "one of " + Pooling.ids(Arrays.asList(Pooling.values())) + ", a list of them, or pooler");
  }

  /** Returns whether the folder holds a sentence encoder or specifies pooling. */
  public static boolean isSentenceEncoder(FolderConfig config) {
    return names(config).filter(names -> !names.contains(POOLER)).isPresent();
  }

  /**
   * Returns the graph's output of caption vectors, which has rank 2, or of states to be pooled,
   * which has rank 3.
   */
  public TensorSpec output(GraphSession session) {
    Optional<TensorSpec> states = states(session);
    if (!chosen.isEmpty()) {
      return states.orElseThrow(() -> Graphs.lacks(session, STATES, 3, "states of tokens"));
    }
    boolean vectors =
        VECTORS.stream()
            .filter(name -> pooler || !name.equals(POOLER_OUTPUT))
            .anyMatch(name -> session.output(name).filter(spec -> spec.rank() == 2).isPresent());
    if (!vectors && modules.isPresent() && states.isPresent()) {
      requirePooled(session, states.get());
      return states.get();
    }
    if (!vectors && states.isPresent() && session.output(POOLER_OUTPUT).isEmpty()) {
      throw new FalconException(
          session.file()
              + ": gives the states of tokens as "
              + states.get()
              + ", and the folder does not say how they become one vector; expected the modules.json"
              + " and 1_Pooling/config.json of the model's authors, or \"pooling\": \"mean\""
              + " or \"cls\" in falcon.json");
    }
    TensorSpec spec = Graphs.output(session, VECTORS, 2, "caption vectors");
    requireNoPooler(session, spec);
    return spec;
  }

  /** Returns the pooling of the states; empty if the output has rank 2. */
  public List<Pooling> pooling(TensorSpec output) {
    if (output.rank() == 2) {
      return List.of();
    }
    return chosen.isEmpty() ? modules.orElseThrow().pooling() : chosen;
  }

  private static Optional<TensorSpec> states(GraphSession session) {
    List<TensorSpec> states =
        session.outputs().stream()
            .filter(spec -> spec.rank() == 3 && Tensors.isFloat(spec))
            .toList();
    Optional<TensorSpec> named =
        STATES.stream()
            .flatMap(name -> states.stream().filter(spec -> spec.name().equals(name)))
            .findFirst();
    return named.or(() -> states.size() == 1 ? Optional.of(states.get(0)) : Optional.empty());
  }

  private void requirePooled(GraphSession session, TensorSpec states) {
    SentenceModules stated = modules.orElseThrow();
    stated.requirePooling();
    long width = states.dimension(-1);
    if (stated.width().isPresent()
        && width != TensorSpec.OPEN
        && width != stated.width().getAsInt()) {
      throw new FalconException(
          session.file()
              + ": gives states of "
              + width
              + " numbers, and "
              + stated.file()
              + " pools states of "
              + stated.width().getAsInt()
              + "; the two are not of one model");
    }
  }

  private void requireNoPooler(GraphSession session, TensorSpec spec) {
    if (spec.name().equals(POOLER_OUTPUT) && config.modelType().startsWith("clip")) {
      throw new FalconException(
          session.file()
              + ": gives pooler_output, which CLIP projects before it compares; export the model"
              + " with its projection, so that it gives text_embeds");
    }
    if (spec.name().equals(POOLER_OUTPUT) && !pooler) {
      throw new FalconException(
          session.file()
              + ": gives pooler_output, which BERT has for another task and sentence encoders do not"
              + " compare by; expected text_embeds or sentence_embedding, or, where the model"
              + " was trained by its pooler, \"pooling\": \"pooler\" in falcon.json");
    }
  }
}
