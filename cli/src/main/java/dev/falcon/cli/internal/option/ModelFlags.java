package dev.falcon.cli.internal.option;

import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.folder.ModelOptions;
import dev.falcon.onnx.folder.Precision;
import dev.falcon.onnx.text.TextCleaning;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The flags that say how a model folder is read. */
public final class ModelFlags {
  /** Describes the flag that chooses a folder's graphs. */
  public static final String PRECISIONS =
      "Whose graphs: fp32, fp16, int8, uint8, quantized, q4, q4f16 or bnb4 (${DEFAULT-VALUE}).";

  /** Describes the flag that chooses the text cleaning. */
  public static final String CLEANINGS =
      "What is done to captions before the tokenizer, in place of what the folder says:"
          + " open_clip, whitespace, siglip, lower, blip, albef or none.";

  @Option(
      names = {"--precision", "--model-precision", "--model_precision"},
      paramLabel = "NAME",
      defaultValue = "fp32",
      description = PRECISIONS)
  private String precision;

  @Option(
      names = {"--text-cleaning", "--text_cleaning"},
      paramLabel = "NAME",
      description = CLEANINGS)
  private String cleaning;

  /** Opens the folder as the flags ask. */
  public ModelFolder open(Path folder) {
    return ModelFolder.open(folder, options(precision, cleaning));
  }

  /** What the flags mean; {@code cleaning} is null where none was given. */
  public static ModelOptions options(String precision, String cleaning) {
    return new ModelOptions(
        Precision.parse(precision), Optional.ofNullable(cleaning).map(TextCleaning::parse));
  }
}
