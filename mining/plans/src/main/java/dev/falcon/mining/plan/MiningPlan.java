// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.RecordedOptions;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.mining.shuffle.ShardShuffle;
import dev.falcon.mining.shuffle.Shuffle;
import dev.falcon.mining.shuffle.Shuffles;
import dev.falcon.mining.shuffle.SpaceLayout;
import dev.falcon.mining.shuffle.UsableRows;
import dev.falcon.onnx.session.OnnxRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The division of a request into the search spaces of its epochs, and into parts that any engine
 * can mine. The same request and rows give the same division everywhere.
 */
public final class MiningPlan {
  private static final String FORMAT = "output-format";
  private static final String SHUFFLE = "shuffle";
  private static final String FEISTEL = "feistel";
  private static final long PART_ROWS = 1 << 20;
  private static final int FEWEST_PARTS = 64;

  private final MiningOptions options;
  private final UsableRows usable;
  private final long[] shardStarts;
  private final SpaceLayout[] layouts; // [epochs]; equal if all rows are one group
  private final int spacesOfPart;
  private final int[] firstParts; // [epochs + 1]

  private MiningPlan(MiningOptions options, UsableRows usable, long[] shardStarts) {
    this.options = options;
    this.usable = usable;
    this.shardStarts = shardStarts;
    this.layouts = new SpaceLayout[options.epochs()];
    SpaceLayout whole = SpaceLayout.of(usable.count(), options.searchSpace());
    for (int epoch = 0; epoch < layouts.length; epoch++) {
      layouts[epoch] = grouped() ? sharded(epoch).layout(options.searchSpace()) : whole;
    }
    int spaces = layouts[0].count();
    long bySize = Math.max(1, PART_ROWS / options.searchSpace());
    spacesOfPart = (int) Math.min(bySize, (spaces + FEWEST_PARTS - 1) / FEWEST_PARTS);
    firstParts = new int[layouts.length + 1];
    for (int epoch = 0; epoch < layouts.length; epoch++) {
      int parts = (layouts[epoch].count() + spacesOfPart - 1) / spacesOfPart;
      firstParts[epoch + 1] = Math.addExact(firstParts[epoch], parts);
    }
  }

  /**
   * Returns the plan of a request.
   *
   * @param check the check of all rows
   * @param shardStarts the first row of each of the store's shards
   */
  public static MiningPlan of(MiningOptions options, StoreReport check, long[] shardStarts) {
    UsableRows usable = new UsableRows(check.rows(), check.rejectedRows());
    long[] ranks = Arrays.copyOf(shardStarts, shardStarts.length + 1);
    for (int shard = 0; shard < shardStarts.length; shard++) {
      ranks[shard] = usable.rank(shardStarts[shard]);
    }
    ranks[shardStarts.length] = usable.count();
    return new MiningPlan(options, usable, ranks);
  }

  /**
   * Returns the provenance of a request's plan.
   *
   * @param store the store's files
   * @param usable the number of mined rows, which determines the permutation
   */
  public static Provenance provenance(
      MiningOptions options, TableFormat format, List<Provenance.Input> store, long usable) {
    List<Provenance.Input> inputs = new ArrayList<>(Provenance.Input.as(InputRole.STORE, store));
    if (options.policy() instanceof QuantilePolicy.Scheduled scheduled) {
      scheduled
          .graph()
          .ifPresent(graph -> inputs.add(Provenance.Input.of(InputRole.SCHEDULER, graph)));
    }
    options
        .constraints()
        .veto()
        .ifPresent(file -> inputs.add(Provenance.Input.of(InputRole.VETO, file)));
    Map<String, Object> described = new TreeMap<>(RecordedOptions.of(options).byName());
    described.put(FORMAT, format.label());
    if (usable > Shuffles.MOST_HELD && options.shuffledShards() == 0) {
      described.put(SHUFFLE, FEISTEL);
    }
    Provenance provenance = Provenance.of("mine", options.seed(), described, inputs);
    return options.policy() instanceof QuantilePolicy.Scheduled
        ? OnnxRuntime.recorded(provenance)
        : provenance;
  }

  /** Returns the options that {@link #provenance} has recorded. */
  public static RecordedOptions recorded(Provenance plan) {
    Map<String, Object> options = new TreeMap<>(plan.options());
    options.remove(FORMAT);
    options.remove(SHUFFLE, FEISTEL);
    return RecordedOptions.of(options);
  }

  /** Returns the format of the tables that {@link #provenance} has recorded. */
  public static TableFormat format(Provenance plan) {
    return TableFormat.ofLabel(plan.options().getOrDefault(FORMAT, "parquet").toString());
  }

  /**
   * Refuses a store whose usable rows do not fill a batch.
   *
   * @param store the store's name, for messages
   */
  public void requireRows(String store) {
    if (usable.count() < 2) {
      throw new FalconException(
          store + ": has fewer than 2 usable rows, so no sample has a negative");
    }
    if (usable.count() < options.batchSize()) {
      throw new FalconException(
          store
              + ": has "
              + usable.count()
              + " usable rows, fewer than one batch; batch-size="
              + options.batchSize());
    }
  }

  /** Returns the epoch of a part. */
  public int epoch(int part) {
    int found = Arrays.binarySearch(firstParts, part);
    return found >= 0 ? found : -found - 2;
  }

  /** Returns the first part of an epoch; for the epoch after the last, the number of parts. */
  public int firstPart(int epoch) {
    return firstParts[epoch];
  }

  /** Returns the part that holds a shuffled position of an epoch. */
  public int partOf(int epoch, long position) {
    return firstParts[epoch] + layouts[epoch].spaceOf(position) / spacesOfPart;
  }

  /** Returns the shuffled position at which a part starts. */
  public long start(int part) {
    MiningUnit first = units(part).get(0);
    return layouts[first.epoch()].start(first.space());
  }

  /** Returns the number of rows of a part. */
  public int rows(int part) {
    List<MiningUnit> units = units(part);
    MiningUnit last = units.get(units.size() - 1);
    SpaceLayout layout = layouts[last.epoch()];
    return Math.toIntExact(layout.start(last.space()) + layout.rows(last.space()) - start(part));
  }

  /** Returns the mined rows. */
  public UsableRows usable() {
    return usable;
  }

  /** Returns the division of an epoch's shuffled positions into search spaces. */
  public SpaceLayout layout(int epoch) {
    return layouts[epoch];
  }

  /** Returns the permutation of the ranks of the usable rows in an epoch. */
  public Shuffle shuffle(int epoch) {
    return grouped() ? sharded(epoch) : Shuffles.of(usable.count(), options.seed(), epoch);
  }

  /** Returns the search spaces of an epoch. */
  public SearchSpaces spaces(int epoch) {
    return new SearchSpaces(layout(epoch), shuffle(epoch), usable::row);
  }

  /** Returns the number of epochs. */
  public int epochs() {
    return layouts.length;
  }

  /**
   * Returns the number of parts. A part has about a million rows, or fewer if there would be few
   * parts.
   */
  public int parts() {
    return firstParts[firstParts.length - 1];
  }

  /** Returns the search spaces of a part: consecutive ones of one epoch. */
  public List<MiningUnit> units(int part) {
    int epoch = epoch(part);
    int from = (part - firstParts[epoch]) * spacesOfPart;
    int to = Math.min(layouts[epoch].count(), from + spacesOfPart);
    return IntStream.range(from, to).mapToObj(space -> new MiningUnit(epoch, space)).toList();
  }

  /** Returns the search spaces of all parts. */
  public List<MiningUnit> units() {
    List<MiningUnit> all = new ArrayList<>();
    for (int part = 0; part < parts(); part++) {
      all.addAll(units(part));
    }
    return all;
  }

  private boolean grouped() {
    return options.shuffledShards() > 0;
  }

  private ShardShuffle sharded(int epoch) {
    return new ShardShuffle(shardStarts, options.shuffledShards(), options.seed(), epoch);
  }
}
