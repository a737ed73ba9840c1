// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import picocli.CommandLine.Option;

/**
 * The flag that sets the exit code of a command with rejected rows, for schedulers that accept only
 * 0.
 */
public final class RejectFlags {
  /** The exit code of a command that is done but has rejected some inputs. */
  public static final int REJECTED = 3;

  @Option(
      names = "--accept-rejects",
      description = "Exit with 0, not 3, if rows were rejected; they are still listed.")
  private boolean accepted;

  /** Returns the exit code of a command that is done. */
  public int code(boolean rejected) {
    return rejected && !accepted ? REJECTED : 0;
  }
}
