// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.folder.ModelOptions;
import dev.falcon.onnx.folder.Precision;
import dev.falcon.onnx.text.PromptChoice;
import dev.falcon.onnx.text.TextCleaning;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The flags for reading a model folder. */
public final class ModelFlags {
  /** Describes the flag that chooses a folder's graphs. */
  public static final String PRECISIONS =
      "Which graphs to use, by what precedes .onnx in their names: fp32 (nothing), fp16, int8, O4,"
          + " qint8_avx512_vnni, … (default: ${DEFAULT-VALUE}).";

  /** Describes the flag that chooses the text cleaning. */
  public static final String CLEANINGS =
      "How to clean captions before the tokenizer, instead of the folder's own way: open_clip,"
          + " whitespace, siglip, lower, blip, albef or none.";

  private static final Pattern WIDTH = Pattern.compile("[0-9]*\\.[0-9]+");

  @Option(
      names = {"--precision", "--model-precision"},
      paramLabel = "NAME",
      defaultValue = "fp32",
      showDefaultValue = Visibility.NEVER,
      description = PRECISIONS)
  private String precision;

  @Option(names = "--text-cleaning", paramLabel = "NAME", description = CLEANINGS)
  private String cleaning;

  @Option(
      names = "--query-prompt",
      paramLabel = "TEXT",
      description = "Prompt to put before query texts (the folder's own by default).")
  private String queryPrompt;

  @Option(
      names = "--query-prompt-name",
      paramLabel = "NAME",
      description = "Name of the folder's prompt to put before query texts.")
  private String queryPromptName;

  @Option(
      names = "--corpus-prompt",
      paramLabel = "TEXT",
      description = "Prompt to put before captions and other corpus texts.")
  private String corpusPrompt;

  @Option(
      names = "--corpus-prompt-name",
      paramLabel = "NAME",
      description = "Name of the folder's prompt to put before captions and other corpus texts.")
  private String corpusPromptName;

  /** Opens the folder with the flags' options. */
  public ModelFolder open(Path folder) {
    ModelOptions read = options(precision, cleaning);
    return ModelFolder.open(
        folder,
        new ModelOptions(
            read.precision(),
            read.cleaning(),
            prompt("query", queryPrompt, queryPromptName),
            prompt("corpus", corpusPrompt, corpusPromptName)));
  }

  private static PromptChoice prompt(String side, String text, String name) {
    if (text != null && name != null) {
      throw new RequestException(
          "--%s-prompt and --%s-prompt-name exclude each other; give one".formatted(side, side));
    }
    if (name != null) {
      return new PromptChoice.Named(name);
    }
    return text == null ? PromptChoice.USUAL : new PromptChoice.Literal(text);
  }

  /** Returns the flags' options; {@code cleaning} is null if it was not given. */
  public static ModelOptions options(String precision, String cleaning) {
    if (WIDTH.matcher(precision).matches()) {
      throw new RequestException(
          "--precision "
              + precision
              + ": here it names the graphs' number format, such as fp16; only in audit-fn is it the"
              + " width of an interval");
    }
    return new ModelOptions(
        Precision.parse(precision), Optional.ofNullable(cleaning).map(TextCleaning::parse));
  }
}
