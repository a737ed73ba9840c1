// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * all-MiniLM-L6-v2, a published sentence encoder, out of a jar of Maven Central. The golden numbers
 * were computed in Python with onnxruntime and tokenizers, each text alone, and the mean in double
 * precision.
 */
public final class MiniLm {
  public static final String FULL = "all-minilm-l6-v2";
  public static final String QUANTISED = "all-minilm-l6-v2-q";

  public static final List<String> TEXTS =
      List.of(
          "Two brown dogs race along the beach.",
          "A chef slices carrots in a small kitchen.",
          "It's snowing on the mountain, isn't it?",
          "Children play football in the rain.",
          "Na\u00efve caf\u00e9 owners \u00fcberqueren 12.5% of   streets");

  public static final List<List<Integer>> IDS =
      List.of(
          List.of(101, 2048, 2829, 6077, 2679, 2247, 1996, 3509, 1012, 102),
          List.of(101, 1037, 10026, 25609, 25659, 2015, 1999, 1037, 2235, 3829, 1012, 102),
          List.of(
              101, 2009, 1005, 1055, 4586, 2075, 2006, 1996, 3137, 1010, 3475, 1005, 1056, 2009,
              1029, 102),
          List.of(101, 2336, 2377, 2374, 1999, 1996, 4542, 1012, 102),
          List.of(
              101, 15743, 7668, 5608, 19169, 4226, 7389, 2260, 1012, 1019, 1003, 1997, 4534, 102));

  private static final float[][] FIRST = {
    {0.001015f, 0.019474f, 0.04816f, -0.026134f, -0.011348f, -0.014261f, -0.119017f, -0.092775f},
    {0.004137f, -0.002351f, -0.063928f, 0.063716f, -0.03738f, -0.024585f, -0.015654f, 0.014955f},
    {-0.07442f, 0.031991f, 0.081574f, 0.050694f, -0.00301f, -0.01961f, 0.031998f, 0.014771f},
    {-0.018209f, -0.008812f, 0.022558f, 0.001622f, 0.071588f, 0.027269f, 0.027851f, 0.027303f},
    {0.151306f, 0.019581f, 0.038441f, -0.010369f, -0.048939f, -0.001517f, 0.092921f, -0.057498f},
  };

  private MiniLm() {}

  /** The first eight components of a text's unit vector in full precision. */
  public static float[] first(int text) {
    return FIRST[text].clone();
  }

  /** Makes a model folder, as docs/how-to/get-a-model.md does. */
  public static Path unpack(String name, Path folder) {
    try {
      copy(name + ".onnx", folder.resolve("model.onnx"));
      copy(name + "-tokenizer.json", folder.resolve("tokenizer.json"));
      Files.writeString(
          folder.resolve("falcon.json"), "{\"pooling\": \"mean\", \"max_length\": 256}");
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(String resource, Path file) throws IOException {
    try (InputStream in = MiniLm.class.getResourceAsStream("/" + resource)) {
      Files.copy(in, file);
    }
  }
}
