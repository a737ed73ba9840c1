package dev.falcon.onnx.folder;

import dev.falcon.data.RequestException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** In which numbers a graph's weights are kept, told by the ending of its file's name. */
public enum Precision {
  FP32(""),
  FP16("_fp16"),
  INT8("_int8"),
  UINT8("_uint8"),
  QUANTIZED("_quantized"),
  Q4("_q4"),
  Q4F16("_q4f16"),
  BNB4("_bnb4");

  private final String suffix;

  Precision(String suffix) {
    this.suffix = suffix;
  }

  /** What stands between the graph's name and {@code .onnx}. */
  public String suffix() {
    return suffix;
  }

  /** Reads a name such as {@code fp16}. */
  public static Precision parse(String text) {
    for (Precision precision : values()) {
      if (precision.toString().equals(text.toLowerCase(Locale.ROOT))) {
        return precision;
      }
    }
    throw new RequestException(
        "precision '"
            + text
            + "' is not known; right are "
            + Arrays.stream(values()).map(Precision::toString).collect(Collectors.joining(", ")));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
