// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import dev.falcon.data.table.TableFormat;
import java.util.Optional;

/** The format of the list of true pairs of a new dataset, or no list. */
public enum TruthList {
  PARQUET(TableFormat.PARQUET),
  JSONL(TableFormat.JSONL),
  NONE(null);

  private final TableFormat format;

  TruthList(TableFormat format) {
    this.format = format;
  }

  /** Returns the table's format; empty if the pairs are not listed. */
  public Optional<TableFormat> format() {
    return Optional.ofNullable(format);
  }
}
