// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import java.io.Console;
import java.util.Locale;
import java.util.Optional;

/** The terminal at which a person has started a command. */
public final class Terminal {
  private final Console console;

  private Terminal(Console console) {
    this.console = console;
  }

  /** Returns the terminal; empty if input or output is a file, a pipe or another program. */
  public static Optional<Terminal> find() {
    return Optional.ofNullable(System.console()).filter(Terminal::isOne).map(Terminal::new);
  }

  /**
   * Returns whether a console is a terminal. Since Java 22, a console may have no terminal, and a
   * method reports that.
   */
  private static boolean isOne(Console console) {
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** Asks a question, and returns whether the answer is yes. */
  public boolean agrees(String question) {
    String answer = console.readLine("%s [y/N] ", question);
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
  }
}
