package dev.falcon.cli.internal.option;

import picocli.CommandLine.Option;

/** The exit code of a command that has rejected rows, for schedulers that know only 0. */
public final class RejectFlags {
  /** Done, but some inputs were rejected. */
  public static final int REJECTED = 3;

  @Option(
      names = "--accept-rejects",
      description = "Exit with 0, not 3, where rows were rejected; they are listed all the same.")
  private boolean accepted;

  /** The exit code of a command that is done. */
  public int code(boolean rejected) {
    return rejected && !accepted ? REJECTED : 0;
  }
}
