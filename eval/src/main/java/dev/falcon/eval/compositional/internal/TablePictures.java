// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.internal;

import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.compositional.suite.ImageTable;
import dev.falcon.eval.compositional.suite.SuitePicture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A suite's pictures in columns of its own tables, whose rows are named by their positions. */
public final class TablePictures implements SampleSource {
  private final List<SampleSource> columns = new ArrayList<>();
  private final List<Place> shards = new ArrayList<>();

  /** A shard of a column. */
  private record Place(SampleSource column, int shard) {}

  public TablePictures(List<ImageTable> tables, List<SuitePicture> pictures) {
    for (ImageTable table : tables) {
      ColumnNames names =
          ColumnNames.COMMON
              .withImage(List.of(table.column()))
              .withKey(List.of())
              .withImageId(List.of())
              .withLabel(List.of())
              .withAnchor(List.of())
              .withPositiveImage(List.of());
      SampleSource rows =
          SampleSources.open(table.file().toString(), SourceOptions.DEFAULTS.withColumns(names));
      SampleSource column = new PictureSamples(rows, table.prefix(), pictures);
      columns.add(column);
      for (int shard = 0; shard < column.shards(); shard++) {
        shards.add(new Place(column, shard));
      }
    }
  }

  @Override
  public String name() {
    return columns.stream().map(SampleSource::name).distinct().collect(Collectors.joining(", "));
  }

  @Override
  public String format() {
    return columns.get(0).format();
  }

  @Override
  public int shards() {
    return shards.size();
  }

  @Override
  public String shardName(int shard) {
    return shards.get(shard).column().shardName(shards.get(shard).shard());
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    return shards.get(shard).column().open(shards.get(shard).shard(), rejects);
  }

  @Override
  public List<Provenance.Input> inputs() {
    return columns.stream().flatMap(column -> column.inputs().stream()).distinct().toList();
  }

  @Override
  public List<Provenance.Input> inputs(int shard) {
    return shards.get(shard).column().inputs(shards.get(shard).shard());
  }
}
