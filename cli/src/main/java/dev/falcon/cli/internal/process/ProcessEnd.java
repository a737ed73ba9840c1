// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import dev.falcon.data.file.AtExit;
import dev.falcon.onnx.session.OnnxRuntime;

/** Ends the process so that nothing of it remains. */
public final class ProcessEnd {
  private ProcessEnd() {}

  /**
   * Passes on the rest of standard error, ends child processes, removes temporary folders, and ends
   * the JVM. Other threads may still work.
   */
  public static void with(int exitCode) {
    StandardError.close();
    // A help text has used nothing that a hook would free. The JVM's own end looks for a logger in
    // every jar.
    if (!Boolean.getBoolean("falcon.talk") && OnnxRuntime.stop()) {
      System.exit(exitCode);
    }
    // The JVM's shutdown hooks would free memory that native code still uses.
    try {
      AtExit.run();
    } finally {
      Runtime.getRuntime().halt(exitCode);
    }
  }
}
