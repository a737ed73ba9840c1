// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.KeysOfRows;
import dev.falcon.data.store.PackedRejects;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.store.StoreShard;
import dev.falcon.data.store.VectorType;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.plan.PartRows;
import dev.falcon.mining.space.KeyHashes;
import dev.falcon.mining.space.VetoPairs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * The check of a store on the cluster, with one report per shard. Equal keys are found by a shuffle
 * of their digests, 24 bytes per row.
 *
 * @param store the store as it was checked
 * @param note a line for the user on its columns; empty for none
 * @param shape the properties that all rows share
 * @param type the precision of the vectors
 * @param report the result of the check of {@link dev.falcon.data.store.StoreCheck}
 * @param inputs the store's files, for the provenance
 * @param vetoes the pairs of rows in the list of vetoes
 */
public record ClusterCheck(
    StoreListing store,
    String note,
    PartRows.Shape shape,
    VectorType type,
    StoreReport report,
    List<Provenance.Input> inputs,
    Optional<long[]> vetoes) {
  private static final long ROWS_OF_PARTITION = 1 << 22;

  /** Checks every row. */
  public static ClusterCheck run(
      JavaSparkContext spark, StoreListing store, Storage storage, Constraints constraints) {
    KeyHashes vetoed = constraints.veto().map(VetoPairs::keys).orElse(KeyHashes.NONE);
    Broadcast<Storage> sent = spark.broadcast(storage);
    Broadcast<KeyHashes> sentKeys = spark.broadcast(vetoed);
    JavaRDD<ShardFinding> checked =
        spark
            .parallelize(store.shards(), store.shards().size())
            .map(new CheckShard(store.name(), sent, sentKeys))
            .persist(StorageLevel.DISK_ONLY());
    try {
      Found found = found(checked, store);
      List<ShardFinding> findings = found.shards();
      RepeatedKeys.Repeated repeated = repeated(spark, store, checked);
      List<RowNotes> repeatedKeys = keys(spark, store, sent, repeated.rows());
      ShardFinding first = findings.get(0);
      PartRows.Shape shape =
          new PartRows.Shape(
              store.name(),
              store.rows(),
              first.dimension(),
              store.shards().get(0).perImage(),
              first.imageIds(),
              first.captions());
      return new ClusterCheck(
          store.checked(findings),
          first.note(),
          shape,
          first.type(),
          report(store, findings, repeated, repeatedKeys),
          store.manifest().map(List::of).orElseGet(() -> inputs(store, findings)),
          constraints.veto().map(file -> vetoes(file, vetoed, store, found.named())));
    } finally {
      checked.unpersist(false);
      sentKeys.destroy(false);
    }
  }

  /**
   * The shards' findings, whose named rows are kept once, in packed form.
   *
   * @param shards the findings, without their named rows
   * @param named the rows of all shards to which a list of vetoes may refer
   */
  private record Found(List<ShardFinding> shards, KeysOfRows named) {}

  private static Found found(JavaRDD<ShardFinding> checked, StoreListing store) {
    List<ShardFinding> shards = checked.map(new WithoutKeys()).collect();
    requireAlike(store, shards);
    return new Found(shards.stream().map(ShardFinding::withoutNamed).toList(), named(shards));
  }

  private record WithoutKeys() implements Function<ShardFinding, ShardFinding> {
    @Override
    public ShardFinding call(ShardFinding finding) {
      return finding.withoutKeys();
    }
  }

  private static void requireAlike(StoreListing store, List<ShardFinding> findings) {
    ShardFinding first = findings.get(0);
    for (int i = 0; i < findings.size(); i++) {
      ShardFinding each = findings.get(i);
      if (each.dimension() != first.dimension() || each.type() != first.type()) {
        throw new FalconException(
            String.format(
                Locale.ROOT,
                "%s holds %s vectors of dimension %d but %s %s vectors of dimension %d",
                store.shards().get(0).keyFile(),
                first.type().label(),
                first.dimension(),
                store.shards().get(i).keyFile(),
                each.type().label(),
                each.dimension()));
      }
      StoreShard.requireAlike(
          store.shards().get(0).keyFile(),
          first.columns(),
          store.shards().get(i).keyFile(),
          each.columns());
    }
  }

  private static List<Provenance.Input> inputs(StoreListing store, List<ShardFinding> findings) {
    List<Provenance.Input> inputs = new ArrayList<>();
    for (int shard = 0; shard < findings.size(); shard++) {
      inputs.addAll(store.shards().get(shard).inputs(findings.get(shard).sha256()));
    }
    return inputs;
  }

  private static RepeatedKeys.Repeated repeated(
      JavaSparkContext spark, StoreListing store, JavaRDD<ShardFinding> checked) {
    int partitions =
        (int) Math.max(spark.defaultParallelism(), store.rows() / ROWS_OF_PARTITION + 1);
    return RepeatedKeys.merged(
        checked
            .flatMapToPair(new RepeatedKeys.Send(partitions))
            .partitionBy(new ByPart(partitions))
            .mapPartitions(new RepeatedKeys.Find())
            .collect());
  }

  /** Returns the keys of some rows, ascending, by shard. */
  private static List<RowNotes> keys(
      JavaSparkContext spark, StoreListing store, Broadcast<Storage> storage, long[] rows) {
    if (rows.length == 0) {
      return List.of();
    }
    Broadcast<long[]> wanted = spark.broadcast(rows);
    try {
      return spark
          .parallelize(store.shards(), store.shards().size())
          .map(new KeysOf(storage, wanted))
          .collect();
    } finally {
      wanted.unpersist(false);
    }
  }

  private record KeysOf(Broadcast<Storage> storage, Broadcast<long[]> rows)
      implements Function<ShardFiles, RowNotes> {
    @Override
    public RowNotes call(ShardFiles files) {
      RowNotes.Builder found = new RowNotes.Builder();
      long[] all = rows.value();
      int at = Arrays.binarySearch(all, files.firstRow());
      at = at >= 0 ? at : -at - 1;
      long end = files.firstRow() + files.rows();
      if (at < all.length && all[at] < end) {
        try (FetchedShard fetched = new FetchedShard(files, storage.value())) {
          for (; at < all.length && all[at] < end; at++) {
            found.add(all[at], fetched.shard().key(all[at] - files.firstRow()), "");
          }
        }
      }
      return found.build();
    }
  }

  private static StoreReport report(
      StoreListing store,
      List<ShardFinding> findings,
      RepeatedKeys.Repeated repeated,
      List<RowNotes> repeatedKeys) {
    PackedRejects.Builder rejects = new PackedRejects.Builder();
    Iterator<RowNotes.Note> vectors =
        RowNotes.all(findings.stream().map(ShardFinding::rejected).toList());
    Iterator<RowNotes.Note> keys = RowNotes.all(repeatedKeys);
    RowNotes.Note vector = next(vectors);
    for (int at = 0; at < repeated.rows().length; at++) {
      RowNotes.Note key = keys.next();
      while (vector.row() < key.row()) {
        rejects.add(vector.row(), vector.key(), vector.remark(), -1);
        vector = next(vectors);
      }
      boolean both = vector.row() == key.row();
      rejects.add(key.row(), key.key(), both ? vector.remark() : "", repeated.firsts()[at]);
      vector = both ? next(vectors) : vector;
    }
    for (; vector.row() < Long.MAX_VALUE; vector = next(vectors)) {
      rejects.add(vector.row(), vector.key(), vector.remark(), -1);
    }
    long[] starts = store.shardStarts();
    PackedRejects packed = rejects.build(row -> store.keyFile(starts, row));
    return new StoreReport(
        store.rows(),
        findings.stream().mapToLong(ShardFinding::rescaled).sum(),
        packed.rows(),
        packed);
  }

  private static RowNotes.Note next(Iterator<RowNotes.Note> notes) {
    return notes.hasNext() ? notes.next() : new RowNotes.Note(Long.MAX_VALUE, "", "");
  }

  /** Returns the rows to which a list of vetoes may refer. */
  private static KeysOfRows named(List<ShardFinding> shards) {
    KeysOfRows.Builder named = new KeysOfRows.Builder();
    RowNotes.all(shards.stream().map(ShardFinding::named).toList())
        .forEachRemaining(note -> named.add(note.row(), note.key()));
    return named.build();
  }

  private static long[] vetoes(Path file, KeyHashes keys, StoreListing store, KeysOfRows named) {
    return VetoPairs.find(
        file,
        keys,
        new NamedRows(store.name(), store.rows(), named),
        () -> Arrays.stream(named.rows()).iterator());
  }

  /** Some rows of a store, whose keys are known. */
  private record NamedRows(String name, long rows, KeysOfRows keys) implements SampleFacts {
    @Override
    public String key(long row) {
      return keys.keyOf(row);
    }
  }
}
