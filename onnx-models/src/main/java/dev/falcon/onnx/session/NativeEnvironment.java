package dev.falcon.onnx.session;

import com.sun.jna.Library;
import com.sun.jna.Native;
import dev.falcon.data.file.NativeLibraries;

/** The environment that native code sees. Java has a copy of it, made at the JVM's start. */
final class NativeEnvironment {
  /** Names as in C. */
  private interface C extends Library {
    int setenv(String name, String value, int overwrite);
  }

  private NativeEnvironment() {}

  /**
   * Sets a variable where native code looks for it.
   *
   * @return whether it is set; false on Windows, and where JNA does not load
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
