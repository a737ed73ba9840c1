package dev.falcon.onnx.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * Number of processors available to this process. ONNX Runtime counts the machine's, and starts a
 * thread for each: in a container limited to four of 64, or under {@code taskset}, they compete.
 */
final class Processors {
  private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

  private Processors() {}

  /** The number if it is smaller than the machine's; empty to leave the choice to ONNX Runtime. */
  static OptionalInt limit() {
    try {
      return limit(Runtime.getRuntime().availableProcessors(), Files.readString(ONLINE).strip());
    } catch (IOException e) {
      return OptionalInt.empty(); // another system than Linux, without this information
    }
  }

  /**
   * The limit of a machine.
   *
   * @param usable processors available to this process
   * @param online those of the machine as Linux lists them, such as {@code 0-3,8}
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
