// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.ModelFlags;
import dev.falcon.data.RequestException;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.folder.ModelOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The flags for the judges of an audit. */
final class JudgeFlags {
  /** A name before a folder. The folder's own name may also contain an equals sign. */
  private static final Pattern NAMED = Pattern.compile("[^/\\\\=]+=");

  private static final String PROBABILITY = ":probability";

  @Option(
      names = "--model",
      paramLabel = "[NAME=]DIR",
      description =
          "A model folder as a judge, by its matching model or cross-encoder if it has one, else"
              + " by the cosine of its vectors. May be repeated.")
  private List<String> models = List.of();

  @Effect(with = "--model")
  @Option(
      names = "--model-precision",
      paramLabel = "NAME",
      defaultValue = "fp32",
      description = ModelFlags.PRECISIONS)
  private String precision = "fp32";

  @Effect(with = "--model")
  @Option(names = "--text-cleaning", paramLabel = "NAME", description = ModelFlags.CLEANINGS)
  private String cleaning;

  @Option(
      names = "--scores",
      paramLabel = "NAME=FILE[:probability]",
      description =
          "A table of scores as a judge: image_key, text_key, score. A higher score is a likelier"
              + " match; with the suffix, it is the probability of a match, in [0, 1]. May be"
              + " repeated.")
  private List<String> scores = List.of();

  /** Returns the tables of scores. */
  List<AuditRequest.ScoreTable> tables() {
    return scores.stream().map(JudgeFlags::table).toList();
  }

  private static AuditRequest.ScoreTable table(String text) {
    if (!NAMED.matcher(text).lookingAt()) {
      throw new RequestException(
          "--scores takes NAME=FILE or NAME=FILE:probability; '" + text + "'");
    }
    int name = text.indexOf('=');
    boolean probability = text.endsWith(PROBABILITY);
    String file =
        text.substring(name + 1, text.length() - (probability ? PROBABILITY.length() : 0));
    return new AuditRequest.ScoreTable(text.substring(0, name), Path.of(file), probability);
  }

  /**
   * Opens the folders.
   *
   * @param builtIn whether the included model judges if none is named
   */
  List<AuditRequest.Judge> open(boolean builtIn) {
    ModelOptions options = ModelFlags.options(precision, cleaning);
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
