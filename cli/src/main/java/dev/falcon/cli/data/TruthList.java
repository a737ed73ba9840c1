package dev.falcon.cli.data;

import dev.falcon.data.table.TableFormat;
import java.util.Optional;

/** In what all true pairs of a dataset that is made are listed, if at all. */
public enum TruthList {
  PARQUET(TableFormat.PARQUET),
  JSONL(TableFormat.JSONL),
  NONE(null);

  private final TableFormat format;

  TruthList(TableFormat format) {
    this.format = format;
  }

  /** The table's format; empty where the pairs are not listed. */
  public Optional<TableFormat> format() {
    return Optional.ofNullable(format);
  }
}
