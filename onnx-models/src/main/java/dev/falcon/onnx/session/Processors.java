// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * Determines the number of processors available to this process. By default, ONNX Runtime starts a
 * thread for each processor of the machine; in a container limited to four of 64, or under {@code
 * taskset}, these threads would compete.
 */
final class Processors {
  private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

  private Processors() {}

  /**
   * Returns the number of available processors if the machine has more; otherwise empty, which
   * leaves the choice to ONNX Runtime.
   */
  static OptionalInt limit() {
    try {
      return limit(Runtime.getRuntime().availableProcessors(), Files.readString(ONLINE).strip());
    } catch (IOException e) {
      return OptionalInt.empty(); // not Linux: this information does not exist
    }
  }

  /**
   * Returns the number of available processors if the machine has more; otherwise empty.
   *
   * @param usable the number of processors available to this process
   * @param online the machine's processors as Linux lists them, such as {@code 0-3,8}
   */
  static OptionalInt limit(int usable, String online) {
    int machine = 0;
    for (String range : online.split(",", -1)) {
      String[] ends = range.split("-", -1);
      machine += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
    }
    return usable < machine ? OptionalInt.of(usable) : OptionalInt.empty();
  }
}
