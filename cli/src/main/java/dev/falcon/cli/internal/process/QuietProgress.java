// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import dev.falcon.data.Progress;
import java.io.PrintWriter;

/** Shows no progress, but notes. */
public record QuietProgress(PrintWriter err) implements Progress {
  @Override
  public Task begin(String name, long total, String unit) {
    return NONE.begin(name, total, unit);
  }

  @Override
  public void note(String line) {
    DataNotes.print(err, line);
  }
}
