package dev.falcon.cli.internal.process;

import dev.falcon.data.file.AtExit;
import dev.falcon.onnx.session.OnnxRuntime;

/** The end of the process, with nothing left of it. */
public final class ProcessEnd {
  private ProcessEnd() {}

  /**
   * Passes on what is left of standard error, ends child processes, removes temporary folders, and
   * ends the JVM. Other threads may still work.
   */
  public static void with(int exitCode) {
    StandardError.close();
    if (OnnxRuntime.stop()) {
      System.exit(exitCode);
    }
    // The JVM's hooks would free what native code still uses.
    try {
      AtExit.run();
    } finally {
      Runtime.getRuntime().halt(exitCode);
    }
  }
}
