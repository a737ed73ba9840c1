// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.ExclusionCounts;
import dev.falcon.mining.corpus.internal.Exclusions;
import dev.falcon.mining.corpus.internal.QueryCandidates;
import dev.falcon.mining.internal.certificate.OtherProduct;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Searches a corpus for the nearest items of every query: of the whole corpus or, with clusters, of
 * those clusters that the query looks into. In both cases the result has the same bits for any
 * number of threads and any memory, and every score is exact.
 *
 * <p>Memory: the packed corpus, or as much of it as the budget allows; a strip of {@value
 * #STRIP_QUERIES} queries per thread or, if the corpus does not fit or there are clusters, as many
 * queries as fit; and the results of finished strips, 8 bytes per candidate, until all earlier
 * results are passed on.
 */
public final class CorpusScan implements AutoCloseable {
  private static final int STRIP_QUERIES = 768;
  private static final int BLOCK = CrossKernel.BLOCK;
  private static final long PART_OPERATIONS = 300_000_000_000_000L;
  private static final int CANDIDATE_BYTES = Integer.BYTES + Float.BYTES;
  private static final int MOST_QUERIES_OF_A_PART = 65_536 / STRIP_QUERIES * STRIP_QUERIES;
  private static final int PROBE_BYTES = 2 * Integer.BYTES;
  private static final int PROBED_QUERIES = 384;
  private static final int PROBED_ITEMS = 1_536;
  private static final long PROBE_NANOS = 1_000_000_000;
  private static final int MOST_COMPONENTS = 1 << 28; // of the vectors of a strip

  private final Exclusions exclusions;
  private final Limits limits;
  private final PackedCorpus corpus;
  private final Parallel parallel;
  private final int stripSize; // the greatest number of queries of a strip
  private final int stripsAtOnce;
  private final Optional<OtherProduct> product;
  private final Optional<ClusterSearch> clusters;
  private final CrossKernel kernel = Kernels.cross();

  /**
   * The parameters of a search.
   *
   * @param bounds the bounds on candidates
   * @param k the number of candidates to keep, at least 1
   * @param deep whether the items beyond the k nearest count as excluded
   */
  public record Limits(ListFilters bounds, int k, boolean deep) {
    /**
     * Returns the parameters of a request's search.
     *
     * @param depth the number of candidates before the filters, if these follow the search
     */
    public static Limits of(CorpusRequest request, OptionalInt depth) {
      int k = request.selection().window(depth.orElse(Integer.MAX_VALUE));
      return depth.isPresent()
          ? new Limits(ListFilters.NONE, depth.getAsInt(), true)
          : new Limits(request.filters(), k, false);
    }
  }

  /**
   * Plans the memory of an exact search.
   *
   * @param budget the limit on the bytes of vectors and candidates
   * @param product another library's product that finds candidates with one vector each, whose
   *     scores the kernel then computes; empty to use the kernel only
   * @throws RequestException if the budget is too small for any form of the search
   */
  public CorpusScan(
      Exclusions exclusions,
      Limits limits,
      int threads,
      long budget,
      Optional<OtherProduct> product) {
    this(exclusions, limits, threads, budget, product, Optional.empty());
  }

  /**
   * Plans the memory of a search.
   *
   * @param budget the limit on the bytes of vectors and candidates
   * @param product another library's product for an exact search
   * @param clusters the clusters to look into; empty for an exact search
   * @throws RequestException if the budget is too small for any form of the search
   */
  public CorpusScan(
      Exclusions exclusions,
      Limits limits,
      int threads,
      long budget,
      Optional<OtherProduct> product,
      Optional<ClusterSearch> clusters) {
    this.exclusions = exclusions;
    this.limits = limits;
    this.clusters = clusters;
    this.parallel = new Parallel(threads);
    CorpusItems searched = exclusions.corpus();
    this.product =
        product.filter(
            made ->
                clusters.isEmpty()
                    && searched.perItem() == 1
                    && exclusions.queries().perItem() == 1);
    boolean plain = this.product.isPresent();
    ColumnOrder order =
        new ColumnOrder(searched, exclusions.captions(), clusters.map(ClusterSearch::clustering));
    long strip = STRIP_QUERIES * queryBytes();
    long results = (long) STRIP_QUERIES * CANDIDATE_BYTES * limits.k();
    long working = threads * (strip + results + 2L * Float.BYTES * BLOCK * BLOCK);
    long left = budget - working;
    long least = PackedCorpus.leastBytes(searched, threads, plain);
    long packed = PackedCorpus.mostBytes(searched, order, threads, plain);
    boolean whole = packed <= left;
    if (!whole && left < 2 * least) {
      parallel.close();
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "the search needs a memory of %d MB, more than there is; give that, or fewer threads",
              Execution.megabytesFor(working + 2 * least)));
    }
    this.corpus =
        new PackedCorpus(searched, kernel, order, threads, whole ? packed : left / 2, plain);
    long free = whole ? left - packed : left / 2;
    if (clusters.isPresent()) {
      // Large strips, since only the queries that share a cluster are multiplied together.
      long fit = STRIP_QUERIES + free / threads / (queryBytes() + results / STRIP_QUERIES);
      this.stripSize = (int) Math.min(fit, MOST_COMPONENTS / vectorLength()) / BLOCK * BLOCK;
      this.stripsAtOnce = threads;
    } else {
      // If there are several runs, all strips stay open; they take more than their results do
      // later.
      long strips = corpus.runs() == 1 ? threads + free / results : free / strip;
      this.stripSize = STRIP_QUERIES;
      this.stripsAtOnce = (int) Math.max(threads, Math.min(Integer.MAX_VALUE, strips));
    }
  }

  private int vectorLength() {
    return exclusions.queries().store().dimension() * exclusions.queries().perItem();
  }

  /** Returns the bytes that a query of a strip takes. */
  private long queryBytes() {
    long vector = (long) Float.BYTES * vectorLength();
    long asked = product.isPresent() ? vector + CertifiedScan.bytes(limits.k()) : 0;
    long probes = clusters.map(search -> (long) (PROBE_BYTES * search.probes())).orElse(0L);
    return 2 * vector + NearestItems.bytes(limits.k()) + asked + probes;
  }

  /**
   * Returns the number of queries per part: as many as take one core about an hour, whatever the
   * memory and the threads.
   */
  public static int partQueries(CorpusItems queries, CorpusItems corpus) {
    double each = 2.0 * corpus.count() * corpus.perItem() * corpus.store().dimension();
    long fit = (long) (PART_OPERATIONS / (each * queries.perItem()));
    long strips = Math.max(1, Math.min(MOST_QUERIES_OF_A_PART, fit) / STRIP_QUERIES);
    return Math.toIntExact(strips * STRIP_QUERIES);
  }

  /**
   * Returns the seconds in which the threads multiply a query with an item, measured with some of
   * both for about two seconds.
   */
  public double secondsPerPair() {
    float[][] asking = exclusions.queries().read(some(exclusions.queries(), PROBED_QUERIES));
    float[][] asked = exclusions.corpus().read(some(exclusions.corpus(), PROBED_ITEMS));
    int dimension = exclusions.queries().store().dimension();
    int queries = asking[0].length / dimension;
    int items = asked[0].length / dimension;
    CrossKernel.Packed rows = kernel.rows(asking[0], queries, dimension);
    CrossKernel.Packed columns = kernel.columns(asked[0], items, dimension);
    double seconds = 0;
    for (int round = 0; round < 2; round++) { // the first compiles the kernel
      AtomicLong pairs = new AtomicLong();
      long begin = System.nanoTime();
      parallel.forEach(
          parallel.threads(),
          () -> {
            float[] block = new float[BLOCK * BLOCK];
            return thread -> {
              while (System.nanoTime() - begin < PROBE_NANOS) {
                for (int row = 0; row * BLOCK < queries; row++) {
                  for (int column = 0; column * BLOCK < items; column++) {
                    kernel.product(rows, row, columns, column, block);
                  }
                }
                pairs.addAndGet((long) queries * items);
              }
            };
          });
      seconds = (System.nanoTime() - begin) / 1e9 / pairs.get();
    }
    return seconds * asking.length * asked.length;
  }

  private static int[] some(CorpusItems items, int most) {
    return IntStream.range(0, Math.min(most, items.count())).toArray();
  }

  /** Returns the number of passes over the corpus per part: 1 if the corpus fits into memory. */
  public int runs() {
    return corpus.runs();
  }

  /**
   * Searches for the queries from {@code first} to {@code end}, exclusive.
   *
   * @param each receives the results, in the order of the queries
   * @return the number of excluded candidates, by reason
   */
  public Map<ExclusionReason, Long> part(
      int first, int end, Progress.Task task, Consumer<QueryCandidates> each) {
    int size = stripQueries(end - first);
    int strips = (end - first + size - 1) / size;
    ExclusionCounts reasons = new ExclusionCounts();
    for (int from = 0; from < strips; from += Math.min(stripsAtOnce, strips)) {
      int begin = first + from * size;
      int count = Math.min(stripsAtOnce, strips - from);
      int stop = (int) Math.min(end, begin + (long) count * size);
      for (Ended strip : search(begin, stop, size, task)) {
        reasons.add(strip.reasons().counts());
        strip.found().forEach(each);
      }
    }
    return reasons.counts();
  }

  /** The results of a strip. */
  private record Ended(List<QueryCandidates> found, ExclusionCounts reasons) {}

  /** Searches strips of at most this size at once. */
  private List<Ended> search(int first, int end, int size, Progress.Task task) {
    int count = (end - first + size - 1) / size;
    QueryStrip[] open = new QueryStrip[count];
    Ended[] ended = new Ended[count];
    for (int run = 0; run < corpus.runs(); run++) {
      PackedCorpus.Piece[] pieces = corpus.run(run, parallel);
      boolean opens = run == 0;
      boolean ends = run == corpus.runs() - 1;
      parallel.forEach(
          count,
          () -> {
            float[] block = new float[BLOCK * BLOCK];
            float[] other = new float[BLOCK * BLOCK];
            return s -> {
              int begin = first + s * size;
              int stop = Math.min(end, begin + size);
              if (opens) {
                open[s] =
                    new QueryStrip(
                        exclusions,
                        limits.bounds(),
                        limits.k(),
                        kernel,
                        product,
                        clusters,
                        corpus.runs() == 1,
                        begin,
                        stop);
              }
              for (int round = 0; round < open[s].rounds(); round++) {
                for (PackedCorpus.Piece piece : pieces) {
                  open[s].scan(round, piece, block, other);
                }
              }
              if (ends) {
                ExclusionCounts reasons = new ExclusionCounts();
                ended[s] = new Ended(open[s].end(limits.deep(), reasons), reasons);
                open[s] = null;
                task.advance(stop - begin);
              }
            };
          });
    }
    return Arrays.asList(ended);
  }

  /**
   * Returns the number of queries per strip; few queries are divided more finely, so that all
   * threads have some.
   */
  private int stripQueries(int queries) {
    int strips = clusters.isPresent() ? parallel.threads() : 4 * parallel.threads();
    int each = (queries + strips - 1) / strips;
    int blocks = Math.max(1, (each + BLOCK - 1) / BLOCK);
    return Math.min(stripSize, blocks * BLOCK);
  }

  @Override
  public void close() {
    parallel.close();
  }
}
