// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import dev.falcon.data.RequestException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The device of graphs, written {@code auto}, {@code cpu}, {@code cuda} or {@code cuda:1}.
 *
 * @param kind the kind of device
 * @param index the number of the CUDA device, from 0; 0 for other kinds
 */
public record Device(Kind kind, int index) {
  /** CUDA if a session opens on it, otherwise the CPU. */
  public static final Device AUTO = new Device(Kind.AUTO, 0);

  /** The CPU. */
  public static final Device CPU = new Device(Kind.CPU, 0);

  private static final Pattern CUDA = Pattern.compile("cuda(?::(\\d{1,3}))?");

  /** The kinds of device. */
  public enum Kind {
    AUTO,
    CPU,
    CUDA
  }

  public Device {
    if (index < 0 || (index > 0 && kind != Kind.CUDA)) {
      throw new RequestException("device " + kind + " has no index " + index);
    }
  }

  /** Returns the CUDA device of the given index, from 0. */
  public static Device cuda(int index) {
    return new Device(Kind.CUDA, index);
  }

  /** Parses the form of {@link #toString()}. */
  public static Device parse(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    if (lower.equals("auto")) {
      return AUTO;
    }
    if (lower.equals("cpu")) {
      return CPU;
    }
    Matcher matcher = CUDA.matcher(lower);
    if (!matcher.matches()) {
      throw new RequestException(
          "device '" + text + "' is not known; known are auto, cpu, cuda and cuda:INDEX");
    }
    return cuda(matcher.group(1) == null ? 0 : Integer.parseInt(matcher.group(1)));
  }

  @Override
  public String toString() {
    return switch (kind) {
      case AUTO -> "auto";
      case CPU -> "cpu";
      case CUDA -> "cuda:" + index;
    };
  }
}
