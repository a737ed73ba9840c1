package dev.falcon.onnx.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * How many processors there are for this process. ONNX Runtime counts the machine's, and starts a
 * thread for each: in a container that may use four of 64, or under {@code taskset}, they are in
 * each other's way.
 */
final class Processors {
  private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

  private Processors() {}

  /** The number, where it is smaller than the machine's; else ONNX Runtime knows best. */
  static OptionalInt limit() {
    try {
      return limit(Runtime.getRuntime().availableProcessors(), Files.readString(ONLINE).strip());
    } catch (IOException e) {
      return OptionalInt.empty(); // another system than Linux, which does not say
    }
  }

  /**
   * The limit of a machine.
   *
   * @param usable processors that this process may use
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
