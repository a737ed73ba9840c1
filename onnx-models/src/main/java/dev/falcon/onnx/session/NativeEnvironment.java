// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import com.sun.jna.Library;
import com.sun.jna.Native;
import dev.falcon.data.file.NativeLibraries;

/**
 * Sets variables in the environment that native code sees. Java itself uses a copy that was made
 * when the JVM started.
 */
final class NativeEnvironment {
  /** Functions of the C library, by their names in C. */
  private interface C extends Library {
    int setenv(String name, String value, int overwrite);
  }

  private NativeEnvironment() {}

  /**
   * Sets a variable in the environment of native code.
   *
   * @return whether it was set; false on Windows, or if JNA does not load
   */
  static boolean set(String name, String value) {
    if (System.getProperty("os.name").startsWith("Windows")) {
      return false;
    }
    NativeLibraries.folder(); // from which JNA loads its own part
    try {
      return Native.load("c", C.class).setenv(name, value, 1) == 0;
    } catch (LinkageError e) {
      return false;
    }
  }
}
