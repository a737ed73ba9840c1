// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.corpus.ListConflicts.BatchedList;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.Exclusions;
import dev.falcon.mining.corpus.internal.ListRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides lists into batches while they are written to an output. Lists are taken in a random
 * order. Each is added to the oldest open batch in which no list conflicts with it and none of its
 * negatives would be listed too often; if there is no such batch, it opens one. At most {@value
 * #MOST_OPEN} batches are open, and fewer where their vectors would take more than 64 MB; if one
 * more is needed, the oldest is closed although it is not full.
 *
 * <p>Memory: 4 bytes per document of a list, about 120 bytes per list, and the open batches.
 */
final class ListBatches implements ListOutput.Sink {
  static final String VERSION_KEY = "falcon.list_batches.version";
  static final String VERSION = "1";

  private static final String PURPOSE = "list-batches";
  private static final String PROVENANCE = "falcon.provenance";
  private static final int MOST_OPEN = 64;
  private static final long OPEN_BYTES = 64L << 20;
  private static final TableSchema SCHEMA =
      TableSchema.of(
          required("epoch", ColumnType.INT32),
          required("search_space", ColumnType.INT32),
          required("batch", ColumnType.INT32),
          required("position", ColumnType.INT32),
          required("index", ColumnType.INT64),
          required("key", ColumnType.UTF8),
          required("first_row", ColumnType.INT64),
          required("rows", ColumnType.INT32));

  private final ListOutput.Sink sink;
  private final Batching batching;
  private final Exclusions exclusions;
  private final boolean judged;
  private final float maxScore;
  private final ListConflicts conflicts;
  private final long seed;
  private final List<BatchedList> lists = new ArrayList<>();
  private long rows;
  private int mostDocuments;

  /**
   * Divides the lists of an output. If candidates are filtered by a cosine, the same filters
   * suspect documents of other lists.
   *
   * @param sink receives the lists, too
   */
  ListBatches(ListRun run, ListOutput.Sink sink, Batching batching) {
    CorpusRequest rules = run.request();
    this.judged = rules.search().judgeUses().contains(Judging.Use.FILTER);
    this.maxScore = rules.filters().maxScore();
    this.seed = rules.selection().seed();
    this.sink = sink;
    this.batching = batching;
    this.exclusions = run.prepared().exclusions();
    this.conflicts = new ListConflicts(exclusions, !judged && rules.filters().any(), run.witness());
  }

  @Override
  public long append(MinedList list) {
    long made = sink.append(list);
    if (made > 0) {
      int[] positives = items(list.positives());
      int[] negatives = items(list.negatives());
      int query = exclusions.queries().ofRow((int) list.query().row());
      lists.add(new BatchedList(query, positives, negatives, bound(list), rows, (int) made));
      mostDocuments = Math.max(mostDocuments, positives.length + negatives.length);
      rows += made;
    }
    return made;
  }

  private int[] items(List<ListedItem> listed) {
    return listed.stream().mapToInt(item -> exclusions.corpus().ofRow((int) item.row())).toArray();
  }

  /** Returns the bound of a list's cosines; a judge has not seen the pairs of other lists. */
  private float bound(MinedList list) {
    return judged ? Float.POSITIVE_INFINITY : Math.min(list.bound(), maxScore);
  }

  @Override
  public void commit() {
    sink.commit();
  }

  @Override
  public void close() {
    sink.close();
  }

  /** Writes the batches, after all lists. */
  CorpusSummary.Division write(String provenance, Progress progress) {
    CorpusItems queries = exclusions.queries();
    int[] order = new int[lists.size()];
    long batches = 0;
    long left = 0;
    try (TableWriter table =
            TableWriter.create(
                batching.file(),
                TableFormat.ofFile(batching.file()),
                SCHEMA,
                Map.of(VERSION_KEY, VERSION, PROVENANCE, provenance));
        Progress.Task task =
            progress.begin("batching", (long) lists.size() * batching.epochs(), "lists")) {
      for (int epoch = 0; epoch < batching.epochs(); epoch++) {
        Arrays.setAll(order, x -> x);
        RandomStream.of(seed, PURPOSE, epoch).shuffle(order);
        Epoch division = new Epoch(table, queries, epoch);
        for (int x : order) {
          division.add(conflicts.member(lists.get(x)));
          task.advance(1);
        }
        division.end();
        batches += division.batches;
        left += division.left;
      }
      table.commit();
    }
    return new CorpusSummary.Division(batches, left);
  }

  /** The batches of one pass over the lists. */
  private final class Epoch {
    private final TableWriter table;
    private final CorpusItems queries;
    private final int epoch;
    private final int mostOpen;
    private final List<Open> open = new ArrayList<>();
    private int batches;
    private long left;

    Epoch(TableWriter table, CorpusItems queries, int epoch) {
      this.table = table;
      this.queries = queries;
      this.epoch = epoch;
      long bytes = Math.max(1, batching.size() * conflicts.bytes(mostDocuments));
      this.mostOpen = (int) Math.max(1, Math.min(MOST_OPEN, OPEN_BYTES / bytes));
    }

    void add(ListConflicts.Member member) {
      for (int x = 0; x < open.size(); x++) {
        if (open.get(x).admits(member)) {
          open.get(x).add(member);
          if (open.get(x).members.size() == batching.size()) {
            write(open.remove(x));
          }
          return;
        }
      }
      if (open.size() == mostOpen) {
        endShort(open.remove(0));
      }
      Open opened = new Open();
      opened.add(member);
      open.add(opened);
    }

    void end() {
      open.forEach(this::endShort);
    }

    private void endShort(Open batch) {
      if (batching.keepsRemainder()) {
        write(batch);
      } else {
        left += batch.members.size();
      }
    }

    private void write(Open batch) {
      int position = 0;
      for (ListConflicts.Member member : batch.members) {
        BatchedList list = member.list();
        table
            .setInt(0, epoch)
            .setInt(1, 0)
            .setInt(2, batches)
            .setInt(3, position++)
            .setLong(4, queries.row(list.query()))
            .setString(5, queries.key(list.query()))
            .setLong(6, list.firstRow())
            .setInt(7, list.rows())
            .endRow();
      }
      batches++;
    }
  }

  /** A batch that is not full yet. */
  private final class Open {
    private final List<ListConflicts.Member> members = new ArrayList<>();
    private final Map<Integer, Integer> listed = new HashMap<>();

    boolean admits(ListConflicts.Member member) {
      for (int item : member.list().negatives()) {
        if (listed.getOrDefault(item, 0) >= batching.most()) {
          return false;
        }
      }
      return members.stream().allMatch(other -> conflicts.meet(member, other));
    }

    void add(ListConflicts.Member member) {
      members.add(member);
      for (int item : member.list().negatives()) {
        listed.merge(item, 1, Integer::sum);
      }
    }
  }
}
