package dev.falcon.onnx.session;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Starts ONNX Runtime, once a process and without its telemetry.
 *
 * <p>On Linux and macOS the official builds report to their maker unless {@code
 * ORT_DISABLE_TELEMETRY=1} is in the environment when they start; the launcher and the build set
 * it. Where a program that uses Falcon as a library does not, reporting is turned off right after
 * the start.
 */
public final class OnnxRuntime {
  private static final String SWITCH = "ORT_DISABLE_TELEMETRY";

  /**
   * ONNX Runtime 1.29 copies the command line into a page of memory, and dies where it is longer.
   */
  private static final int LONGEST_COMMAND_LINE = 4096;

  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  /**
   * Where its Java part logs, with stack traces, what it throws as well: a full temporary folder.
   */
  private static final Logger ITS_LOG = Logger.getLogger("ai.onnxruntime.OnnxRuntime");

  private OnnxRuntime() {}

  /** The process's environment. */
  public static OrtEnvironment environment() {
    return Holder.ENVIRONMENT;
  }

  /** Starts ONNX Runtime when it is first asked for. */
  private static final class Holder {
    private static final OrtEnvironment ENVIRONMENT = start();

    private static OrtEnvironment start() {
      ITS_LOG.setLevel(Level.OFF);
      OrtEnvironment environment =
          OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "falcon");
      try {
        environment.setTelemetry(false);
      } catch (OrtException e) {
        throw new IllegalStateException("telemetry cannot be turned off", e);
      }
      return environment;
    }
  }

  /**
   * Fails where ONNX Runtime would crash the process at its start.
   *
   * @throws FalconException with what to set
   */
  public static void requireSafeStart() {
    if (System.getenv(SWITCH) == null && Files.isReadable(COMMAND_LINE)) {
      requireShort(COMMAND_LINE);
    }
  }

  /**
   * Fails where a command line is too long for its telemetry.
   *
   * @param commandLine the file that the platform shows it in; its size is not told before
   */
  static void requireShort(Path commandLine) {
    try {
      int length = Files.readAllBytes(commandLine).length;
      if (length >= LONGEST_COMMAND_LINE) {
        throw new FalconException(
            "ONNX Runtime's telemetry crashes where the command line is as long as this one ("
                + length
                + " bytes); set "
                + SWITCH
                + "=1 in the environment");
      }
    } catch (IOException e) {
      throw new FalconException(commandLine + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** The first line of what ONNX Runtime says, without its source file names. */
  public static String brief(OrtException failure) {
    String line = failure.getMessage().lines().findFirst().orElse("no reason given");
    return line.replaceAll("\\S*/onnxruntime/\\S*:\\d+ |^Error code - \\S+ - message: ", "")
        .strip();
  }
}
