package dev.falcon.cli;

import dev.falcon.cli.internal.BuiltIn;
import dev.falcon.mining.audit.AuditRequest;
import dev.falcon.onnx.ModelFolder;
import dev.falcon.onnx.ModelOptions;
import dev.falcon.onnx.Precision;
import dev.falcon.onnx.TextCleaning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The flags that say which models judge an audit. */
final class JudgeFlags {
  /** A name before the folder; a folder's own name may have an equals sign, too. */
  private static final Pattern NAMED = Pattern.compile("[^/\\\\=]+=");

  @Option(
      names = "--model",
      paramLabel = "[NAME=]DIR",
      order = 3,
      description =
          "A model folder that judges: its matching model, or else its dual encoder's cosine. Give"
              + " it again for further judges.")
  private List<String> models = List.of();

  @Option(
      names = {"--model-precision", "--model_precision"},
      paramLabel = "NAME",
      defaultValue = "fp32",
      order = 5,
      description =
          "Whose graphs: fp32, fp16, int8, uint8, quantized, q4, q4f16 or bnb4 (${DEFAULT-VALUE}).")
  private String precision;

  @Option(
      names = {"--text-cleaning", "--text_cleaning"},
      paramLabel = "NAME",
      order = 6,
      description =
          "What is done to captions before the tokenizer, in place of what the folders say:"
              + " open_clip, whitespace, siglip, blip, albef or none.")
  private String cleaning;

  /**
   * Opens the folders.
   *
   * @param builtIn whether the shipped model judges where none is named
   */
  List<AuditRequest.Judge> open(boolean builtIn) {
    ModelOptions options =
        new ModelOptions(
            Precision.parse(precision), Optional.ofNullable(cleaning).map(TextCleaning::parse));
    List<AuditRequest.Judge> judges = new ArrayList<>();
    if (models.isEmpty() && builtIn) {
      Path shipped = BuiltIn.modelFolder();
      judges.add(
          new AuditRequest.Judge(
              shipped.getFileName().toString(), ModelFolder.open(shipped, options)));
    }
    for (String model : models) {
      int name = NAMED.matcher(model).lookingAt() ? model.indexOf('=') : -1;
      Path folder = Path.of(model.substring(name + 1));
      judges.add(
          new AuditRequest.Judge(
              name > 0 ? model.substring(0, name) : name(folder),
              ModelFolder.open(folder, options)));
    }
    return judges;
  }

  private static String name(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? "model" : name.toString();
  }
}
