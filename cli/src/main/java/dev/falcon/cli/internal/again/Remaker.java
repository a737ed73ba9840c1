// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.again;

import dev.falcon.data.verify.FoundInputs;

/** Builds the command lines that make outputs of another module's commands again. */
public interface Remaker {
  /**
   * Adds the words that follow the command's name.
   *
   * @return whether the output's command is one of that module's
   */
  boolean remake(RecordedRequest request, RemakeOptions words, FoundInputs inputs);
}
