// SPDX-License-Identifier: Apache-2.0
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
 * If a program that uses Falcon as a library does not set it, it is set in the environment of
 * native code before the start. If that fails, reporting is disabled right after the start; by
 * then, ONNX Runtime has read an identifier of the machine and written it to the user's cache.
 */
public final class OnnxRuntime {
  private static final String SWITCH = "ORT_DISABLE_TELEMETRY";

  /**
   * The maximum length of the command line in bytes. ONNX Runtime 1.29 copies it into a page of
   * memory and crashes if it is longer.
   */
  private static final int LONGEST_COMMAND_LINE = 4096;

  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  /**
   * The logger to which ONNX Runtime's Java part also writes the exceptions that it throws, with
   * stack traces, such as for a full temporary folder.
   */
  private static final Logger ITS_LOG = Logger.getLogger("ai.onnxruntime.OnnxRuntime");

  private static final int PATIENCE_SECONDS = 10;

  private OnnxRuntime() {}

  /**
   * Returns ONNX Runtime's environment of this process.
   *
   * @throws FalconException if there is no folder from which ONNX Runtime's libraries can be loaded
   *     safely
   */
  public static OrtEnvironment environment() {
    OnnxLibraries.unpack();
    return Holder.ENVIRONMENT;
  }

  /** Returns a copy of a provenance with the version of ONNX Runtime. */
  public static Provenance recorded(Provenance provenance) {
    return provenance.computedBy("onnxruntime", environment().getVersion());
  }

  /** Disables ONNX Runtime's reporting, once. */
  private static final class Reporting {
    private static final boolean IS_OFF =
        System.getenv(SWITCH) != null || NativeEnvironment.set(SWITCH, "1");
  }

  /** Starts ONNX Runtime when it is first used. */
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
   * Prepares for the end of a process whose threads may still be computing: interrupts running
   * graphs and prevents other calls from beginning. The threads in these calls do not return to
   * their callers.
   *
   * @return whether the JVM may shut down; false if native code is still running after ten seconds.
   *     One of the JVM's shutdown hooks frees memory that this code uses, which would crash the
   *     process
   */
  public static boolean stop() {
    // Also if ONNX Runtime has not started, since a thread may be about to start it.
    return NativeCalls.stop(PATIENCE_SECONDS);
  }

  /**
   * Fails if ONNX Runtime would crash the process when it starts.
   *
   * @throws FalconException naming the setting that prevents the crash
   */
  public static void requireSafeStart() {
    if (!Reporting.IS_OFF && Files.isReadable(COMMAND_LINE)) {
      requireShort(COMMAND_LINE);
    }
  }

  /**
   * Fails if a command line is too long for ONNX Runtime's telemetry.
   *
   * @param commandLine the platform's file that holds the command line; its length is known only
   *     after reading it
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

  /** Returns the first line of ONNX Runtime's message, without its source file names. */
  public static String brief(OrtException failure) {
    String line = failure.getMessage().lines().findFirst().orElse("no reason given");
    return line.replaceAll("\\S*/onnxruntime/\\S*:\\d+ |^Error code - \\S+ - message: ", "")
        .strip();
  }
}
