// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Handles Ctrl-C, SIGTERM and hang-up. Work that {@link #listen listens} for the request stops in
 * an orderly way; during all other work, the JVM ends immediately. The terminal shows which of the
 * two happens. A second signal immediately ends the process and the children that it has started.
 */
public final class Interruption implements AutoCloseable {
  /**
   * The variable that is set for Falcon's child processes, which leave it to the parent when to end
   * immediately.
   */
  static final String CHILD = "falcon.child";

  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");
  private static final int EXIT_CODE_BASE = 128;
  private static final int TERMINATE = 15;

  private static volatile String command = "falcon";
  private static volatile boolean resumable;
  private static volatile Interruption listening;
  private static volatile int received;
  private static volatile boolean ending;

  private volatile boolean requested;

  private Interruption() {}

  /**
   * Installs handlers for SIGINT and SIGTERM. If the platform or the JVM's flags forbid that, the
   * JVM's own handlers remain. A process that another Falcon process has started treats the end of
   * that process, whatever its cause, as such a signal.
   */
  public static void handleSignals(PrintWriter err) {
    for (String name : SIGNALS) {
      handle(name, err);
    }
    if (Boolean.getBoolean(CHILD)) {
      // A process that is killed cannot end the processes that it has started.
      ProcessHandle.current().parent().ifPresent(parent -> endWith(parent, err));
    }
  }

  private static void endWith(ProcessHandle parent, PrintWriter err) {
    Thread watch =
        new Thread(
            () -> {
              parent.onExit().join();
              receive(TERMINATE, err);
            },
            "falcon-parent");
    watch.setDaemon(true);
    watch.start();
  }

  /**
   * Installs a handler by reflection, since the compiler warns of {@code sun.misc.Signal} and there
   * is no other way to receive a second signal.
   */
  private static void handle(String name, PrintWriter err) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Method number = signal.getMethod("getNumber");
      Object own =
          Proxy.newProxyInstance(
              Interruption.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  receive((int) number.invoke(arguments[0]), err);
                  return null;
                }
                return method.invoke(Interruption.class, arguments);
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), own);
    } catch (ReflectiveOperationException e) {
      if (!(e.getCause() instanceof IllegalArgumentException)) {
        throw new IllegalStateException("signal " + name + " cannot be handled", e);
      }
      // The platform has no such signal, or the JVM reserves it: -Xrs.
    }
  }

  private static void receive(int number, PrintWriter err) {
    if (isSecond(number)) {
      if (!Boolean.getBoolean(CHILD)) {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(EXIT_CODE_BASE + number);
      }
      return;
    }
    Interruption work = listening;
    if (Boolean.getBoolean(CHILD)) {
      // The parent reports to the terminal; it would treat a message under the child's name as a
      // failure.
      err.println("asked to stop");
    } else {
      // The terminal's own ^C is at the end of an unfinished line.
      err.println();
    }
    String name = Boolean.getBoolean(CHILD) ? "" : command + ": ";
    if (work != null) {
      err.println(name + "stopping after this step; press Ctrl-C again to stop at once");
      err.flush();
      work.requested = true;
      return;
    }
    ending = true;
    err.println(name + "stopped" + (resumable ? "; the same command resumes from here" : ""));
    err.flush();
    ProcessEnd.with(EXIT_CODE_BASE + number);
  }

  private static synchronized boolean isSecond(int number) {
    boolean second = received != 0;
    received = second ? received : number;
    return second;
  }

  /** Sets the name of the running command. */
  public static void begin(String name) {
    command = name;
  }

  /** Sets whether the same command resumes if this one is interrupted from now on. */
  public static void resumable(boolean value) {
    resumable = value;
  }

  /**
   * Returns whether the process is ending because of a signal, which is then the cause of all
   * failures.
   */
  static boolean isEnding() {
    return ending;
  }

  /** Returns whether a signal has been received. */
  static boolean isAsked() {
    return received != 0;
  }

  /** Returns the process's exit code: the command's, or that of the signal that stopped it. */
  public static int exitCode(int commands) {
    return received == 0 ? commands : EXIT_CODE_BASE + received;
  }

  /**
   * Starts work that stops in an orderly way on request. Close the result when the work is done.
   */
  public static Interruption listen() {
    listening = new Interruption();
    return listening;
  }

  /** Returns whether the work must stop. */
  public boolean requested() {
    return requested;
  }

  @Override
  public void close() {
    listening = null;
  }
}
