package dev.falcon.onnx.session;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Starts ONNX Runtime, once per process and without its telemetry.
 *
 * <p>On Linux and macOS the official builds report to their vendor unless {@code
 * ORT_DISABLE_TELEMETRY=1} is in the environment at the start; the launcher and the build set it.
 * If a program that uses Falcon as a library does not, it is set before the start, where native
 * code looks for it. Where that fails, reporting is disabled right after the start, when an
 * identifier of the machine has been read and written to the user's cache.
 */
public final class OnnxRuntime {
  private static final String SWITCH = "ORT_DISABLE_TELEMETRY";

  /**
   * ONNX Runtime 1.29 copies the command line into a page of memory, and crashes if it is longer.
   */
  private static final int LONGEST_COMMAND_LINE = 4096;

  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  /**
   * The logger to which its Java part also writes what it throws, with stack traces: a full
   * temporary folder.
   */
  private static final Logger ITS_LOG = Logger.getLogger("ai.onnxruntime.OnnxRuntime");

  private static final int PATIENCE_SECONDS = 10;

  private OnnxRuntime() {}

  /**
   * The process's environment.
   *
   * @throws FalconException if there is no folder from which its libraries can be loaded safely
   */
  public static OrtEnvironment environment() {
    OnnxLibraries.unpack();
    return Holder.ENVIRONMENT;
  }

  /** Records its version, in the provenance of what it computed. */
  public static Provenance recorded(Provenance provenance) {
    return provenance.computedBy("onnxruntime", environment().getVersion());
  }

  /** Disables its reporting, once. */
  private static final class Reporting {
    private static final boolean IS_OFF =
        System.getenv(SWITCH) != null || NativeEnvironment.set(SWITCH, "1");
  }

  /** Starts ONNX Runtime on first use. */
  private static final class Holder {
    private static final OrtEnvironment ENVIRONMENT = start();

    private static OrtEnvironment start() {
      ITS_LOG.setLevel(Level.OFF);
      requireSafeStart();
      OnnxLibraries.removeLeft();
      try {
        OrtEnvironment environment =
            NativeCalls.make(
                () ->
                    OrtEnvironment.getEnvironment(
                        OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "falcon"));
        environment.setTelemetry(false);
        return environment;
      } catch (OrtException e) {
        throw new IllegalStateException("telemetry cannot be turned off", e);
      }
    }
  }

  /**
   * Prepares the end of a process whose threads may still compute: interrupts what runs, and lets
   * nothing else begin. Those threads do not return to their callers.
   *
   * @return whether the JVM may shut down; false if native code still runs after ten seconds, so
   *     that the JVM's own hooks, of which one frees what that code uses, would crash the process
   */
  public static boolean stop() {
    // Also where it has not started: a thread may be about to start it.
    return NativeCalls.stop(PATIENCE_SECONDS);
  }

  /**
   * Fails where ONNX Runtime would crash the process at its start.
   *
   * @throws FalconException naming the setting that prevents it
   */
  public static void requireSafeStart() {
    if (!Reporting.IS_OFF && Files.isReadable(COMMAND_LINE)) {
      requireShort(COMMAND_LINE);
    }
  }

  /**
   * Fails where a command line is too long for its telemetry.
   *
   * @param commandLine the platform's file with it, whose length is only known after reading
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

  /** The first line of ONNX Runtime's message, without its source file names. */
  public static String brief(OrtException failure) {
    String line = failure.getMessage().lines().findFirst().orElse("no reason given");
    return line.replaceAll("\\S*/onnxruntime/\\S*:\\d+ |^Error code - \\S+ - message: ", "")
        .strip();
  }
}
