// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import dev.falcon.data.RequestException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads from the environment how much of a GPU's memory each graph may take. */
final class GpuMemory {
  /**
   * The environment variable, a number of gibibytes or mebibytes, such as {@code 8g} or {@code
   * 500m}.
   */
  static final String VARIABLE = "FALCON_GPU_MEMORY";

  private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([gGmM])");
  private static final int MEBI = 20;
  private static final int GIBI = 30;

  private GpuMemory() {}

  /**
   * Reads a limit in bytes.
   *
   * @param variable the variable's value; empty if it is not set
   * @return the limit; empty if none is set
   * @throws RequestException if the value is not a size
   */
  static OptionalLong limit(Optional<String> variable) {
    String text = variable.orElse("");
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    Matcher size = SIZE.matcher(text);
    long number = size.matches() ? Long.parseLong(size.group(1)) : 0;
    if (number == 0) {
      throw new RequestException(VARIABLE + " is '" + text + "'; use a size such as 8g or 500m");
    }
    return OptionalLong.of(number << ("gG".contains(size.group(2)) ? GIBI : MEBI));
  }
}
