// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.onnx.internal.config.FolderConfig;
import dev.falcon.onnx.internal.config.SentenceModules;
import dev.falcon.onnx.internal.config.TextDefaults;
import dev.falcon.onnx.internal.text.TokenizerFile;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.session.TensorSpec;
import dev.falcon.onnx.text.TextSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A description of a model folder, obtained without running the model.
 *
 * @param folder the folder
 * @param modelType the model type in {@code config.json}; may be empty
 * @param precision the inspected precision
 * @param graphs its graphs
 * @param preprocessing the steps for a picture, in words; null if the folder has none
 * @param captions the steps for a caption; null if the folder has no tokenizer
 * @param devices by device, {@code opens} if the first graph opens on it, and otherwise the reason
 *     why not
 */
public record ModelInspection(
    String folder,
    String modelType,
    String precision,
    List<GraphDescription> graphs,
    String preprocessing,
    Captions captions,
    Map<String, String> devices) {

  /**
   * The tokenisation of captions.
   *
   * @param tokenizer the kind of tokenizer
   * @param vocabulary the number of its tokens
   * @param cleaning the cleaning before the tokenizer
   * @param maxLength the maximum number of tokens per caption
   * @param maxCharacters the maximum number of characters of a caption that the tokenizer reads
   * @param statedLength the length that sentence-transformers' files specify, if the model has
   *     fewer positions; otherwise null
   * @param padding how captions of a batch are padded to equal length
   * @param padId the id of the padding token
   * @param firstToken the token that replaces the first token; null for none
   * @param matcherFirstToken the token that replaces the first token for a matching model; null for
   *     none
   * @param endToken whether the end token is kept
   * @param prompts the prompts by name; null if the folder has none
   */
  public record Captions(
      String tokenizer,
      int vocabulary,
      String cleaning,
      int maxLength,
      int maxCharacters,
      @JsonInclude(JsonInclude.Include.NON_NULL) Integer statedLength,
      String padding,
      int padId,
      String firstToken,
      String matcherFirstToken,
      boolean endToken,
      @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, String> prompts) {}

  /** Inspects a folder. Every graph is opened on the CPU, but not run. */
  public static ModelInspection of(ModelFolder model) {
    List<GraphDescription> graphs = new ArrayList<>();
    OptionalInt length = OptionalInt.empty();
    Sessions sessions = Sessions.onCpu();
    for (Path file : model.graphs().values()) {
      try (GraphSession session = sessions.open(file)) {
        graphs.add(GraphDescription.of(model.path(), session));
        length = length.isPresent() ? length : fixedLength(session);
      }
    }
    Path first = model.graphs().values().iterator().next();
    Map<String, String> devices = new LinkedHashMap<>();
    for (Device device : List.of(Device.CPU, Device.cuda(0))) {
      devices.put(device.toString(), Sessions.tryOn(device, first));
    }
    return new ModelInspection(
        model.path().toString(),
        model.modelType(),
        model.options().precision().toString(),
        List.copyOf(graphs),
        model.hasPreprocessing() ? TransformText.of(model.imageTransform()) : null,
        model.hasTokenizer() ? captions(model, length) : null,
        devices);
  }

  private static OptionalInt fixedLength(GraphSession session) {
    return session
        .input("input_ids")
        .filter(ids -> ids.rank() == 2 && ids.dimension(1) != TensorSpec.OPEN)
        .map(ids -> OptionalInt.of(Math.toIntExact(ids.dimension(1))))
        .orElse(OptionalInt.empty());
  }

  private static Captions captions(ModelFolder model, OptionalInt length) {
    TokenizerFile tokenizer = TokenizerFile.read(model.path().resolve("tokenizer.json"));
    FolderConfig config = FolderConfig.read(model.path());
    TextSettings settings = TextDefaults.of(config, tokenizer, length, false, "");
    TextSettings matching = TextDefaults.of(config, tokenizer, length, true, "");
    return new Captions(
        tokenizer.model(),
        tokenizer.vocabularySize(),
        model.options().cleaning().orElse(settings.cleaning()).id(),
        settings.maxLength(),
        TokenizerFile.MOST_CHARACTERS,
        statedLength(config, settings.maxLength()),
        settings.padding().name().toLowerCase(Locale.ROOT),
        settings.padId(),
        settings.firstToken().orElse(null),
        matching.firstToken().orElse(null),
        settings.endToken(),
        model.prompts().isEmpty() ? null : model.prompts());
  }

  private static Integer statedLength(FolderConfig config, int maxLength) {
    return SentenceModules.find(config.folder())
        .map(modules -> modules.beyondPositions(config))
        .filter(stated -> stated.isPresent() && maxLength == SentenceModules.positions(config))
        .map(OptionalInt::getAsInt)
        .orElse(null);
  }
}
