package dev.falcon.onnx.folder;

import dev.falcon.onnx.internal.config.FolderConfig;
import dev.falcon.onnx.internal.config.TextDefaults;
import dev.falcon.onnx.internal.tokenizer.TokenizerFile;
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
 * What a model folder offers, told without running it.
 *
 * @param folder the folder
 * @param modelType the family as {@code config.json} names it; may be empty
 * @param precision the precision that was looked at
 * @param graphs its graphs
 * @param preprocessing what is done to a picture, in words; null where the folder does not say
 * @param captions what is done to a caption; null where the folder has no tokenizer
 * @param devices {@code opens} for every device on which the first graph really opens, or why it
 *     does not
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
   * What is done to a caption.
   *
   * @param tokenizer the kind of tokenizer
   * @param vocabulary how many tokens it knows
   * @param cleaning what happens before the tokenizer
   * @param maxLength the most tokens of a caption
   * @param padding how captions of a batch become equally long
   * @param padId what fills the rest
   * @param firstToken what replaces the first token; null to keep it
   * @param matcherFirstToken likewise, for a matching model
   * @param endToken whether an end token is kept
   */
  public record Captions(
      String tokenizer,
      int vocabulary,
      String cleaning,
      int maxLength,
      String padding,
      int padId,
      String firstToken,
      String matcherFirstToken,
      boolean endToken) {}

  /** Looks at a folder; every graph is opened on the CPU. */
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
    TextSettings settings = TextDefaults.of(config, tokenizer, length, false);
    TextSettings matching = TextDefaults.of(config, tokenizer, length, true);
    return new Captions(
        tokenizer.model(),
        tokenizer.vocabularySize(),
        model.options().cleaning().orElse(settings.cleaning()).id(),
        settings.maxLength(),
        settings.padding().name().toLowerCase(Locale.ROOT),
        settings.padId(),
        settings.firstToken().orElse(null),
        matching.firstToken().orElse(null),
        settings.endToken());
  }
}
