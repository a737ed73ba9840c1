package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.store.VectorType;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.plan.PartRows;
import dev.falcon.mining.space.VetoPairs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * Checks a store on the cluster, one report per shard; finds equal keys by a shuffle of their
 * digests, 24 bytes per row.
 *
 * @param store as it was checked
 * @param shape the properties common to all rows
 * @param type the precision of their vectors
 * @param report the result of {@link StoreCheck}
 * @param inputs the store's files, for the provenance
 * @param vetoes pairs of rows that the list of vetoes names
 */
public record ClusterCheck(
    StoreListing store,
    PartRows.Shape shape,
    VectorType type,
    StoreReport report,
    List<Provenance.Input> inputs,
    Optional<long[]> vetoes) {
  private static final long ROWS_OF_PARTITION = 1 << 22;

  /** Checks every row. */
  public static ClusterCheck run(
      JavaSparkContext spark, StoreListing store, Storage storage, Constraints constraints) {
    HashSet<String> vetoed =
        new HashSet<>(constraints.veto().map(VetoPairs::keys).orElse(new HashSet<>()));
    Broadcast<Storage> sent = spark.broadcast(storage);
    boolean foreign = store.manifest().isEmpty();
    JavaRDD<ShardFinding> checked =
        spark
            .parallelize(store.shards(), store.shards().size())
            .map(new CheckShard(sent, spark.broadcast(vetoed), foreign))
            .persist(StorageLevel.DISK_ONLY());
    try {
      List<ShardFinding> findings = checked.map(new WithoutDigests()).collect();
      requireAlike(store, findings);
      Map<Long, Reason> reasons = new HashMap<>();
      for (ShardFinding finding : findings) {
        finding.rejected().forEach(r -> reasons.put(r.row(), new Reason(r.key(), r.reason())));
      }
      addRepeated(spark, store, sent, checked, reasons);
      ShardFinding first = findings.get(0);
      PartRows.Shape shape =
          new PartRows.Shape(
              store.name(),
              store.rows(),
              first.dimension(),
              store.shards().get(0).perImage(),
              findings.stream().allMatch(ShardFinding::imageIds),
              findings.stream().allMatch(ShardFinding::captions));
      return new ClusterCheck(
          store.checked(findings.stream().map(ShardFinding::modified).toList()),
          shape,
          first.type(),
          report(store, findings, new TreeMap<>(reasons)),
          store
              .manifest()
              .map(List::of)
              .orElseGet(() -> findings.stream().flatMap(f -> f.inputs().stream()).toList()),
          constraints.veto().map(file -> vetoes(file, store, findings)));
    } finally {
      checked.unpersist(false);
    }
  }

  private record WithoutDigests() implements Function<ShardFinding, ShardFinding> {
    @Override
    public ShardFinding call(ShardFinding finding) {
      return finding.withoutDigests();
    }
  }

  /** Why a row cannot be used. */
  private record Reason(String key, String reason) {}

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
    }
  }

  private static void addRepeated(
      JavaSparkContext spark,
      StoreListing store,
      Broadcast<Storage> storage,
      JavaRDD<ShardFinding> checked,
      Map<Long, Reason> reasons) {
    int partitions =
        (int) Math.max(spark.defaultParallelism(), store.rows() / ROWS_OF_PARTITION + 1);
    List<RepeatedKeys.Repeated> repeated =
        checked
            .flatMapToPair(new RepeatedKeys.Send(partitions))
            .partitionBy(new ByPart(partitions))
            .mapPartitions(new RepeatedKeys.Find())
            .collect();
    if (repeated.isEmpty()) {
      return;
    }
    long[] rows = repeated.stream().mapToLong(RepeatedKeys.Repeated::row).sorted().toArray();
    Map<Long, String> keys = new HashMap<>();
    spark
        .parallelize(store.shards(), store.shards().size())
        .flatMap(new KeysOf(storage, rows))
        .collect()
        .forEach(row -> keys.put(row.row(), row.key()));
    for (RepeatedKeys.Repeated each : repeated) {
      reasons.merge(
          each.row(),
          new Reason(keys.get(each.row()), StoreCheck.sameKey(each.first())),
          (a, b) -> new Reason(a.key(), StoreCheck.both(a.reason(), b.reason())));
    }
  }

  /** The keys of some rows, ascending. */
  private record KeysOf(Broadcast<Storage> storage, long[] rows)
      implements FlatMapFunction<ShardFiles, ShardFinding.Row> {
    @Override
    public Iterator<ShardFinding.Row> call(ShardFiles files) {
      long[] here =
          Arrays.stream(rows)
              .filter(row -> row >= files.firstRow() && row < files.firstRow() + files.rows())
              .toArray();
      List<ShardFinding.Row> found = new ArrayList<>();
      if (here.length > 0) {
        try (FetchedShard fetched = new FetchedShard(files, storage.value())) {
          for (long row : here) {
            found.add(new ShardFinding.Row(row, fetched.shard().key(row - files.firstRow()), ""));
          }
        }
      }
      return found.iterator();
    }
  }

  private static StoreReport report(
      StoreListing store, List<ShardFinding> findings, SortedMap<Long, Reason> reasons) {
    long[] starts = store.shardStarts();
    List<Reject> rejects = new ArrayList<>();
    reasons.forEach(
        (row, reason) -> {
          int found = Arrays.binarySearch(starts, row);
          ShardFiles shard = store.shards().get(found >= 0 ? found : -found - 2);
          rejects.add(new Reject(shard.keyFile() + ", row " + row, reason.key(), reason.reason()));
        });
    return new StoreReport(
        store.rows(),
        findings.stream().mapToLong(ShardFinding::rescaled).sum(),
        new ArrayList<>(reasons.keySet()),
        rejects);
  }

  private static long[] vetoes(Path file, StoreListing store, List<ShardFinding> findings) {
    SortedMap<Long, String> keys = new TreeMap<>();
    findings.forEach(finding -> finding.named().forEach(row -> keys.put(row.row(), row.key())));
    return VetoPairs.find(file, new NamedRows(store.name(), store.rows(), keys), keys.keySet());
  }

  /** Some rows of a store, whose keys are known. */
  public record NamedRows(String name, long rows, Map<Long, String> keys) implements SampleFacts {
    @Override
    public String key(long row) {
      return keys.get(row);
    }
  }
}
