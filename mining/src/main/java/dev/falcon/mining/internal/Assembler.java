package dev.falcon.mining.internal;

import dev.falcon.data.Json;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.MiningOptions;
import dev.falcon.mining.MiningSummary;
import dev.falcon.mining.SearchSpaces;
import java.nio.file.Path;
import java.util.Map;

/** Puts the mined search spaces together, in order, as one table. */
public final class Assembler {
  private final EmbeddingStore store;
  private final MiningOptions options;
  private final WorkFolder work;

  public Assembler(EmbeddingStore store, MiningOptions options, WorkFolder work) {
    this.store = store;
    this.options = options;
    this.work = work;
  }

  /** Turns a mined space into rows of a table. */
  public interface Layout {
    /** What the table is called in its metadata, such as {@code batch_plan}. */
    String name();

    /** Version of the columns. */
    int version();

    /** The columns. */
    TableSchema schema();

    /** Appends one space. */
    void append(TableWriter table, MiningUnit unit, MinedSpace mined, EmbeddingStore store);
  }

  /** Writes the table and tells what it holds. */
  public MiningSummary write(
      Path output,
      TableFormat format,
      Layout layout,
      int[] rows,
      long rejected,
      Provenance provenance) {
    Map<String, String> metadata =
        Map.of(
            "falcon." + layout.name() + ".version",
            Integer.toString(layout.version()),
            "falcon.provenance",
            Json.line(provenance));
    SummaryBuilder summary = new SummaryBuilder();
    try (TableWriter table = TableWriter.create(output, format, layout.schema(), metadata)) {
      int spaces = SearchSpaces.count(rows.length, options.searchSpace());
      for (int epoch = 0; epoch < options.epochs(); epoch++) {
        for (int space = 0; space < spaces; space++) {
          MiningUnit unit = new MiningUnit(epoch, space);
          MinedSpace mined = MinedSpace.read(work.file(unit));
          layout.append(table, unit, mined, store);
          int from = space * options.searchSpace();
          summary.add(
              mined,
              Math.min(options.searchSpace(), rows.length - from),
              row -> store.hasImageIds() ? store.imageId(row) : null,
              row -> store.hasCaptions() ? store.caption(row) : null);
        }
      }
      table.commit();
    }
    return summary.build(store.rows(), rejected, options.epochs());
  }
}
