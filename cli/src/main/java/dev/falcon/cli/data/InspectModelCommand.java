// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import dev.falcon.cli.internal.option.ModelFlags;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.data.PrintableText;
import dev.falcon.onnx.folder.GraphDescription;
import dev.falcon.onnx.folder.ModelInspection;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code falcon model inspect}: describes a model folder. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description =
        "Describe a model folder: its graphs with inputs, outputs, operator set and size,"
            + " preprocessing of pictures and captions, and the devices on which it opens.")
final class InspectModelCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The model folder.")
  private Path folder;

  @Mixin private ModelFlags model;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    ModelInspection inspection = ModelInspection.of(model.open(folder));
    output.result(inspection, () -> text(inspection));
    return 0;
  }

  private static String text(ModelInspection inspection) {
    StringBuilder text = new StringBuilder();
    String type = inspection.modelType().isEmpty() ? "not stated" : inspection.modelType();
    line(text, "folder", inspection.folder());
    line(text, "model type", type);
    for (GraphDescription graph : inspection.graphs()) {
      text.append('\n');
      String size = String.format(Locale.ROOT, "%,d parameters", graph.parameters());
      line(text, graph.file(), size + ", opset " + graph.opset() + producer(graph));
      for (TensorSpec input : graph.inputs()) {
        line(text, "  takes", input.toString());
      }
      for (TensorSpec given : graph.outputs()) {
        line(text, "  gives", given.toString());
      }
      for (String data : graph.externalData()) {
        line(text, "  weights in", data);
      }
    }
    text.append('\n');
    String preprocessing = inspection.preprocessing();
    line(text, "pictures", preprocessing == null ? "not stated" : preprocessing);
    captions(text, inspection.captions());
    text.append('\n');
    inspection.devices().forEach((device, state) -> line(text, device, state));
    return text.toString();
  }

  private static String producer(GraphDescription graph) {
    return graph.producer().isEmpty() ? "" : ", by " + graph.producer();
  }

  private static void captions(StringBuilder text, ModelInspection.Captions captions) {
    if (captions == null) {
      line(text, "captions", "no tokenizer");
      return;
    }
    line(text, "captions", "cleaned as " + captions.cleaning());
    line(text, "tokenizer", captions.tokenizer() + ", " + captions.vocabulary() + " tokens");
    line(
        text,
        "length",
        "at most "
            + captions.maxLength()
            + (captions.endToken() ? "" : " without an end token")
            + ", padding "
            + captions.padding()
            + " with id "
            + captions.padId());
    line(
        text,
        "",
        String.format(Locale.ROOT, "of the first %,d characters", captions.maxCharacters()));
    if (captions.statedLength() != null) {
      line(
          text,
          "",
          "max_seq_length is "
              + captions.statedLength()
              + ", but the model has "
              + captions.maxLength()
              + " positions by config.json");
    }
    if (captions.firstToken() != null) {
      line(text, "first token", captions.firstToken());
    }
    if (captions.matcherFirstToken() != null) {
      line(text, "matching", "begins with " + captions.matcherFirstToken());
    }
    prompts(text, captions.prompts());
  }

  private static void prompts(StringBuilder text, Map<String, String> prompts) {
    if (prompts != null) {
      prompts.forEach((name, prompt) -> line(text, "prompt", name + ": '" + prompt + "'"));
    }
  }

  private static void line(StringBuilder text, String name, String value) {
    // Names within a graph are untrusted: a line feed in them would forge lines.
    text.append(
        String.format(
            Locale.ROOT, "%-12s  %s\n", PrintableText.line(name), PrintableText.line(value)));
  }
}
