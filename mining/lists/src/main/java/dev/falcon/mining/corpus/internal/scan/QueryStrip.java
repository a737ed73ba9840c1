// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Keys;
import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.ExclusionCounts;
import dev.falcon.mining.corpus.internal.Exclusions;
import dev.falcon.mining.corpus.internal.PairCosines;
import dev.falcon.mining.corpus.internal.QueryCandidates;
import dev.falcon.mining.corpus.internal.QueryFacts;
import dev.falcon.mining.internal.certificate.OtherProduct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Consecutive queries that are searched together: their exclusions, bounds and nearest items. */
final class QueryStrip {
  // As many askers' vectors as the cache holds take all columns of a piece.
  private static final int AT_ONCE = 384;

  private final ListFilters bounds;
  private final List<QueryFacts> facts = new ArrayList<>();
  private final List<Positives> positives = new ArrayList<>();
  private final List<StripScan.Asker> askers = new ArrayList<>();
  private final int[] queryOf; // by asker, within the strip
  private final int[] firstAsker; // by query
  private final CrossKernel kernel;
  private final int dimension;
  private final float[][] vectors; // of the askers // [vectors][askers x dimension]
  private final StripScan scan;
  private final Optional<StripScan.Rows> all; // if there are no clusters
  private final Optional<CertifiedScan> certified;
  private final Optional<Probes> probes;
  private final PairCosines.OfLists
      cosines; // of each query's excluded items or, unbounded, positives

  /**
   * The positives that a query's results name.
   *
   * @param items all or, of more than {@value PairCosines.OfLists#SHORT} that it shares with other
   *     queries, those that it has by itself, the least similar and the most similar one
   * @param scores their cosines
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Positives(int[] items, float[] scores) {}

  /**
   * Reads the queries of a strip.
   *
   * @param bounds the bounds on candidates during the search
   * @param clusters the clusters to look into; empty for the whole corpus
   * @param whole whether the pieces of a scan are those of the whole corpus; if not, the clusters
   *     are looked into in one round, since a text's copies, which may be in several scans, must
   *     come one after another
   */
  QueryStrip(
      Exclusions exclusions,
      ListFilters bounds,
      int k,
      CrossKernel kernel,
      Optional<OtherProduct> product,
      Optional<ClusterSearch> clusters,
      boolean whole,
      int first,
      int end) {
    this.bounds = bounds;
    int[] queries = new int[end - first];
    Arrays.setAll(queries, x -> first + x);
    float[][] asking = exclusions.queries().read(queries);
    int[][] asked = new int[queries.length][];
    for (int x = 0; x < queries.length; x++) {
      QueryFacts known = exclusions.of(queries[x]);
      facts.add(known);
      asked[x] = bounds.any() ? known.excluded() : known.positives();
    }
    this.cosines = new PairCosines.OfLists(asking, asked, exclusions.corpus());
    for (int x = 0; x < queries.length; x++) {
      positives.add(positives(x, asked[x], exclusions.own().of(queries[x])));
    }
    int enough = whole ? 2 * k : Integer.MAX_VALUE;
    Optional<Probes> near = clusters.map(search -> Probes.of(search, asking, enough));
    IntStream.Builder numbers = IntStream.builder();
    this.firstAsker = new int[queries.length];
    for (int x : near.map(Probes::order).orElse(IntStream.range(0, queries.length).toArray())) {
      firstAsker[x] = askers.size();
      for (StripScan.Asker asker : askers(facts.get(x), positives.get(x))) {
        askers.add(asker);
        numbers.add(x);
      }
    }
    this.queryOf = numbers.build().toArray();
    this.kernel = kernel;
    this.dimension = exclusions.queries().store().dimension();
    this.vectors = new float[asking.length][];
    Arrays.setAll(vectors, n -> repeated(asking[n]));
    this.scan =
        new StripScan(
            kernel,
            askers,
            exclusions.captions(),
            new StripScan.Limits(k, bounds.maxScore(), bounds.minScore()));
    this.probes = near.map(found -> found.askedBy(queryOf));
    this.all = clusters.isPresent() ? Optional.empty() : Optional.of(all());
    this.certified =
        product.map(
            made -> new CertifiedScan(made, scan, all.orElseThrow(), vectors[0], dimension));
  }

  /** Packs the vectors of all askers. */
  private StripScan.Rows all() {
    CrossKernel.Packed[] packed = new CrossKernel.Packed[vectors.length];
    Arrays.setAll(packed, n -> kernel.rows(vectors[n], queryOf.length, dimension));
    return new StripScan.Rows(packed, IntStream.range(0, queryOf.length).toArray());
  }

  /** Returns some askers, at least one. */
  private StripScan.Rows rows(int[] some) {
    CrossKernel.Packed[] chosen = new CrossKernel.Packed[vectors.length];
    Arrays.setAll(chosen, n -> kernel.rows(vectors[n], some, dimension));
    return new StripScan.Rows(chosen, some);
  }

  /** Returns the vectors of the queries, repeated for each asker, in the order of these. */
  private float[] repeated(float[] asking) {
    float[] repeated = new float[queryOf.length * dimension];
    for (int r = 0; r < queryOf.length; r++) {
      System.arraycopy(asking, queryOf[r] * dimension, repeated, r * dimension, dimension);
    }
    return repeated;
  }

  private List<StripScan.Asker> askers(QueryFacts known, Positives positives) {
    float[] own = positives.scores();
    if (own.length == 0 || bounds.margin().isEmpty()) {
      return List.of(new StripScan.Asker(known, CorpusItems.NONE, Float.POSITIVE_INFINITY));
    }
    if (bounds.each()) {
      List<StripScan.Asker> each = new ArrayList<>();
      for (int p = 0; p < own.length; p++) {
        each.add(new StripScan.Asker(known, positives.items()[p], bounds.bound(own[p], own[p])));
      }
      return each;
    }
    float least = Float.POSITIVE_INFINITY;
    float most = Float.NEGATIVE_INFINITY;
    for (float score : own) {
      least = Math.min(least, score);
      most = Math.max(most, score);
    }
    return List.of(new StripScan.Asker(known, CorpusItems.NONE, bounds.bound(least, most)));
  }

  /**
   * Returns the positives of a query with their scores, found among those of the asked items.
   *
   * @param asked the asked items, which include the positives, ascending
   * @param named the positives that the query has by itself, ascending
   */
  private Positives positives(int x, int[] asked, int[] named) {
    int[] known = facts.get(x).positives();
    float[] scores = cosines.of(x);
    float[] own = new float[known.length];
    int at = 0;
    for (int p = 0; p < own.length; p++) {
      while (asked[at] != known[p]) {
        at++;
      }
      own[p] = scores[at];
    }
    if (own.length <= PairCosines.OfLists.SHORT || named.length == 0) {
      return new Positives(known, own);
    }
    int least = 0;
    int most = 0;
    for (int p = 1; p < own.length; p++) {
      least = own[p] < own[least] ? p : least;
      most = own[p] > own[most] ? p : most;
    }
    int[] kept =
        IntStream.concat(
                IntStream.of(least, most),
                Arrays.stream(named).map(item -> Arrays.binarySearch(known, item)))
            .sorted()
            .distinct()
            .toArray();
    float[] some = new float[kept.length];
    for (int p = 0; p < some.length; p++) {
      some[p] = own[kept[p]];
    }
    return new Positives(Arrays.stream(kept).map(p -> known[p]).toArray(), some);
  }

  /** Returns the number of rounds of scans over each piece. */
  int rounds() {
    return probes.isPresent() ? Probes.ROUNDS : 1;
  }

  /** Scans a piece of the corpus in a round. */
  void scan(int round, PackedCorpus.Piece piece, float[] block, float[] other) {
    if (certified.isPresent() && piece.plain().isPresent()) {
      certified.get().scan(piece, piece.plain().get(), block, other);
    } else if (all.isPresent()) {
      scan.scan(all.get(), piece, block, other);
    } else {
      int[] asking = probes.orElseThrow().askers(round, piece.cluster());
      for (int from = 0; from < asking.length; from += AT_ONCE) {
        int to = Math.min(asking.length, from + AT_ONCE);
        scan.scan(rows(Arrays.copyOfRange(asking, from, to)), piece, block, other);
      }
    }
  }

  /** Returns the results, after the whole corpus has been scanned. */
  List<QueryCandidates> end(boolean deep, ExclusionCounts reasons) {
    scan.end();
    List<QueryCandidates> found = new ArrayList<>();
    for (int x = 0; x < firstAsker.length; x++) {
      reasons.add(facts.get(x).leftOut());
      for (int r = firstAsker[x]; r < queryOf.length && queryOf[r] == x; r++) {
        found.add(end(r, deep && r == firstAsker[x], reasons));
      }
    }
    return found;
  }

  /** Returns the results of an asker. */
  private QueryCandidates end(int r, boolean deep, ExclusionCounts reasons) {
    int x = queryOf[r];
    QueryFacts known = facts.get(x);
    float[] excluded = bounds.any() ? cosines.of(x) : new float[0];
    for (int y = 0; y < excluded.length; y++) {
      int item = known.excluded()[y];
      if (probes.isEmpty() || probes.get().reach(x, item)) {
        scan.uncount(r, item, excluded[y]);
      }
    }
    long[] best = scan.best(r);
    if (deep) {
      reasons.add(ExclusionReason.DEPTH, known.candidates() - best.length);
    }
    reasons.add(ExclusionReason.MARGIN, scan.overMargin(r));
    reasons.add(ExclusionReason.MAX_SCORE, scan.overMax(r));
    reasons.add(ExclusionReason.MIN_SCORE, scan.underMin(r));
    int[] items = new int[best.length];
    float[] scores = new float[best.length];
    for (int y = 0; y < best.length; y++) {
      items[y] = NearestItems.item(best[y]);
      scores[y] = Keys.value(best[y]);
    }
    return new QueryCandidates(
        known.query(),
        askers.get(r).positive(),
        items,
        scores,
        positives.get(x).items(),
        positives.get(x).scores(),
        scan.overMargin(r) + scan.overMax(r));
  }
}
