// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.cli.internal.again.Remaker;
import java.util.List;

/** The commands of the laboratory, which its module adds to Falcon's as a service. */
public interface AddedCommands extends Remaker {
  /** Returns the commands' classes. */
  List<Class<?>> commands();

  /** Returns the text that a help has in place of {@code ${bundle:KEY}}. */
  String helpText(String key);
}
