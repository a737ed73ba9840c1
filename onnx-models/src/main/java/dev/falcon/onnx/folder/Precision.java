// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import dev.falcon.data.RequestException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The number format of a graph's weights, or its optimisation. It is named by the suffix between
 * the graph's name and {@code .onnx}, such as {@code fp16} in {@code model_fp16.onnx}, {@code O4}
 * or {@code qint8_avx512_vnni}. Full precision has no suffix.
 *
 * @param name as users write it
 */
public record Precision(String name) {
  /** Full precision. */
  public static final Precision FP32 = new Precision("fp32");

  /** Half precision. */
  public static final Precision FP16 = new Precision("fp16");

  /** The usual names, which are recognised in upper or lower case. */
  static final List<Precision> USUAL =
      List.of(
          FP32,
          FP16,
          new Precision("int8"),
          new Precision("uint8"),
          new Precision("quantized"),
          new Precision("q4"),
          new Precision("q4f16"),
          new Precision("bnb4"));

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

  /** Returns the suffix between the graph's name and {@code .onnx}. */
  public String suffix() {
    return equals(FP32) ? "" : "_" + name;
  }

  /** Parses a name such as {@code fp16}. */
  public static Precision parse(String text) {
    if (!NAME.matcher(text).matches()) {
      throw new RequestException(
          "precision '"
              + text
              + "' cannot be; use what stands between a graph's name and .onnx, such as fp16"
              + " of model_fp16.onnx, or fp32");
    }
    Precision lower = new Precision(text.toLowerCase(Locale.ROOT));
    return USUAL.contains(lower) ? lower : new Precision(text);
  }

  @Override
  public String toString() {
    return name;
  }
}
