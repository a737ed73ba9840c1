// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.corpus.internal.CandidateTable;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.Exclusions;
import dev.falcon.mining.corpus.internal.ItemPairs;
import dev.falcon.mining.corpus.internal.cluster.ClusterFile;
import dev.falcon.mining.corpus.internal.cluster.ProbeRule;
import dev.falcon.mining.corpus.internal.same.Capitals;
import dev.falcon.mining.corpus.internal.same.KnownTexts;
import dev.falcon.mining.corpus.internal.scan.ClusterSearch;
import dev.falcon.mining.corpus.internal.scan.CorpusScan;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/**
 * A search of a corpus that can be sent to other processes, which open the stores themselves. The
 * items, the groups of equal texts and the packed corpus are made once per process.
 *
 * <p>Memory: 4 bytes per known positive, veto and unusable row, and one search's memory per thread.
 * Thread-safe.
 */
public final class SharedSearch implements Serializable {
  private static final long serialVersionUID = 1;

  private final WiredItems queries;
  private final WiredItems corpus;
  private final boolean oneStore;
  private final WiredPairs positives;
  private final WiredPairs documents;
  private final WiredPairs vetoes;
  private final WiredPairs sameImage;
  private final boolean sameCaption;
  private final String limits; // as JSON
  private final WiredClusters clusters; // null for an exact search
  private final int partQueries;
  private final String provenance;
  private transient Exclusions exclusions; // null until the stores are opened
  private transient Optional<ClusterSearch> opened; // with the stores
  private transient Deque<CorpusScan> idle; // null until a part is done

  /** Creates a search of stores that have been checked. */
  public SharedSearch(
      Exclusions exclusions,
      CorpusScan.Limits limits,
      Optional<ClusterSearch> clusters,
      int partQueries,
      String provenance) {
    this.queries = WiredItems.of(exclusions.queries());
    this.corpus = WiredItems.of(exclusions.corpus());
    this.oneStore = exclusions.queries().store() == exclusions.corpus().store();
    this.positives = WiredPairs.of(exclusions.own());
    this.documents = WiredPairs.of(exclusions.documents());
    this.vetoes = WiredPairs.of(exclusions.vetoed());
    this.sameImage = WiredPairs.of(exclusions.sameImage());
    this.sameCaption = exclusions.sameCaption();
    this.limits = Json.line(limits);
    this.clusters = clusters.map(WiredClusters::of).orElse(null);
    this.partQueries = partQueries;
    this.provenance = provenance;
  }

  /**
   * A part that has been searched.
   *
   * @param part the part's number
   * @param table the table of its candidates
   * @param leftOut the number of excluded candidates, by reason
   */
  public record Done(int part, Path table, Map<ExclusionReason, Long> leftOut) {}

  private record WiredClusters(String file, ProbeRule rule, double probes) implements Serializable {
    static WiredClusters of(ClusterSearch search) {
      return new WiredClusters(
          search.file().toAbsolutePath().toString(), search.rule(), search.probes());
    }

    ClusterSearch search() {
      Path read = Path.of(file);
      return new ClusterSearch(read, ClusterFile.read(read), rule, probes);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record WiredItems(String folder, SearchDirection.Side side, int[] unusable)
      implements Serializable {
    static WiredItems of(CorpusItems items) {
      return new WiredItems(
          items.store().folder().toAbsolutePath().toString(), items.side(), items.unusable());
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record WiredPairs(int[] starts, int[] items) implements Serializable {
    static WiredPairs of(ItemPairs pairs) {
      return new WiredPairs(pairs.starts(), pairs.items());
    }

    ItemPairs pairs() {
      return new ItemPairs(starts, items);
    }
  }

  /**
   * Searches for a part. Several parts may be searched at the same time, each with its own packed
   * corpus.
   *
   * @param part the part's number
   * @param table the file to which the part's candidates are written
   * @param execution the threads and the memory, the same for all parts in a process
   */
  public Done search(int part, Path table, Execution execution) {
    Exclusions known = exclusions();
    CorpusScan scan = scan(known, execution);
    boolean done = false;
    CandidateTable format = new CandidateTable(known.queries(), known.corpus());
    int first = part * partQueries;
    int end = Math.min(known.queries().count(), first + partQueries);
    try (TableWriter out = format.create(table, Map.of(), provenance);
        Progress.Task task = Progress.NONE.begin("searching", end - first, "queries")) {
      Map<ExclusionReason, Long> leftOut =
          scan.part(first, end, task, found -> format.append(out, found));
      out.commit();
      done = true;
      return new Done(part, table, leftOut);
    } finally {
      if (done) {
        giveBack(scan);
      } else {
        scan.close();
      }
    }
  }

  private synchronized Exclusions exclusions() {
    if (exclusions == null) {
      EmbeddingStore asks = EmbeddingStore.openAnySide(Path.of(queries.folder()));
      EmbeddingStore searched =
          oneStore ? asks : EmbeddingStore.openAnySide(Path.of(corpus.folder()));
      CorpusItems from = CorpusItems.of(asks, queries.side(), queries.unusable());
      CorpusItems to =
          oneStore && queries.side() == corpus.side()
              ? from
              : CorpusItems.of(searched, corpus.side(), corpus.unusable());
      exclusions =
          new Exclusions(
              from,
              to,
              positives.pairs(),
              documents.pairs(),
              vetoes.pairs(),
              sameImage.pairs(),
              KnownTexts.of(from, to, Capitals.of(to), sameCaption),
              sameCaption);
      opened = Optional.ofNullable(clusters).map(WiredClusters::search);
    }
    return exclusions;
  }

  private CorpusScan scan(Exclusions known, Execution execution) {
    Optional<ClusterSearch> there;
    synchronized (this) {
      if (idle != null && !idle.isEmpty()) {
        return idle.pop();
      }
      there = opened;
    }
    return new CorpusScan(
        known, limits(), execution.threads(), execution.memoryBudget(), Optional.empty(), there);
  }

  private CorpusScan.Limits limits() {
    try {
      return Json.mapper().readValue(limits, CorpusScan.Limits.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the limits that were sent are not JSON", e);
    }
  }

  private synchronized void giveBack(CorpusScan scan) {
    if (idle == null) {
      idle = new ArrayDeque<>();
    }
    idle.push(scan);
  }

  /** Releases the packed corpora that no running search uses. */
  public synchronized void closeIdle() {
    if (idle != null) {
      idle.forEach(CorpusScan::close);
      idle = null;
    }
  }
}
