// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A request for lists of negatives from a whole corpus.
 *
 * @param sides the queries and the corpus
 * @param known pairs that are never negatives
 * @param search depth and further inputs of the search
 * @param filters the filters of candidates by their score
 * @param selection the selection of negatives among the candidates that pass
 * @param withholding the measurement of false negatives
 * @param batching batches of the lists, in a table beside them
 * @param execution the threads and the memory, which do not affect the lists
 * @param overwrite whether existing outputs may be replaced
 */
public record CorpusRequest(
    Sides sides,
    Known known,
    Search search,
    ListFilters filters,
    ListSelection selection,
    Withholding withholding,
    Optional<Batching> batching,
    Execution execution,
    boolean overwrite) {

  /** Creates a request without batches. */
  public CorpusRequest(
      Sides sides,
      Known known,
      Search search,
      ListFilters filters,
      ListSelection selection,
      Withholding withholding,
      Execution execution,
      boolean overwrite) {
    this(
        sides,
        known,
        search,
        filters,
        selection,
        withholding,
        Optional.empty(),
        execution,
        overwrite);
  }

  /** Creates a request without a measurement of false negatives. */
  public CorpusRequest(
      Sides sides,
      Known known,
      Search search,
      ListFilters filters,
      ListSelection selection,
      Execution execution,
      boolean overwrite) {
    this(sides, known, search, filters, selection, Withholding.NONE, execution, overwrite);
  }

  /**
   * The queries and the corpus. In a store of pairs of texts, the anchors are the queries, and the
   * texts that belong to them are searched. In a store of pairs of images, the first images are the
   * queries, and the second images are searched.
   *
   * @param queries the store of the queries
   * @param corpus the store of the corpus, which may be the same
   * @param direction the sides of the queries and of the corpus
   */
  public record Sides(EmbeddingStore queries, EmbeddingStore corpus, SearchDirection direction) {
    public Sides {
      requireSide(queries, direction.queries(), direction);
      requireSide(corpus, direction.corpus(), direction);
      if (queries.dimension() != corpus.dimension()) {
        throw new RequestException(
            String.format(
                Locale.ROOT,
                "%s has vectors of dimension %d, %s of dimension %d; they must come from one model",
                queries.folder(),
                queries.dimension(),
                corpus.folder(),
                corpus.dimension()));
      }
      if (direction == SearchDirection.IMAGE_IMAGE
          && (queries.perImage() > 1 || corpus.perImage() > 1)) {
        throw new RequestException(
            "image-image takes one vector per image; "
                + queries.folder()
                + " has "
                + Math.max(queries.perImage(), corpus.perImage()));
      }
    }

    /** Returns the side of the queries' vectors; anchors are stored in the place of images. */
    public SearchDirection.Side querySide() {
      return queries.hasAnchors() ? SearchDirection.Side.IMAGE : direction.queries();
    }

    /**
     * Returns the side of the searched vectors; the second images of pairs are stored in the place
     * of texts.
     */
    public SearchDirection.Side corpusSide() {
      return corpus.hasImagePairs() ? SearchDirection.Side.TEXT : direction.corpus();
    }

    /** Returns whether the positives are the own pairs of a single store. */
    private boolean areOwnPairs() {
      return oneStore() && (direction != SearchDirection.IMAGE_IMAGE || queries.hasImagePairs());
    }

    /** Returns whether either store holds pairs of images. */
    public boolean haveImagePairs() {
      return queries.hasImagePairs() || corpus.hasImagePairs();
    }

    /** Returns whether the queries and the corpus are the same store. */
    public boolean oneStore() {
      return queries == corpus;
    }

    private static void requireSide(
        EmbeddingStore store, SearchDirection.Side side, SearchDirection direction) {
      if (store.hasAnchors() && direction != SearchDirection.TEXT_TEXT) {
        throw new RequestException(
            "%s: holds pairs of texts, which direction text-text searches; direction=%s"
                .formatted(store.folder(), direction.label()));
      }
      if (store.hasImagePairs() && direction != SearchDirection.IMAGE_IMAGE) {
        throw new RequestException(
            "%s: holds pairs of images, which direction image-image searches; direction=%s"
                .formatted(store.folder(), direction.label()));
      }
      if (side == SearchDirection.Side.IMAGE ? !store.hasImages() : !store.hasTexts()) {
        throw new RequestException(
            "%s: has no %s vectors, which direction %s needs"
                .formatted(store.folder(), side.label(), direction.label()));
      }
    }
  }

  /**
   * Pairs that are never negatives.
   *
   * @param positives a table of pairs of a query and a positive; empty to take the positives from
   *     the images of a single store
   * @param veto a table of further pairs to exclude
   * @param exclusions whether to exclude items of the query's image, and items with the text of the
   *     query, of a positive or of a nearer candidate
   */
  public record Known(Optional<Path> positives, Optional<Path> veto, Set<Exclusion> exclusions) {
    public Known {
      exclusions = Set.copyOf(exclusions);
    }
  }

  /**
   * The depth of the search and its further inputs.
   *
   * @param depth the number of nearest candidates that reach the filters, at least 1; empty for all
   * @param recall the recall of the candidates that the search must reach, in [{@value
   *     #LEAST_RECALL}, 1); empty for an exact search
   * @param judging the scores of a judge; empty for cosines only
   * @param witness the second witness, among texts of one encoder
   * @param candidates the file to which the candidates are also written
   * @param from the file of the candidates of an earlier search, which replaces this search
   */
  public record Search(
      OptionalInt depth,
      OptionalDouble recall,
      Optional<Judging> judging,
      Optional<SecondWitness> witness,
      Optional<Path> candidates,
      Optional<Path> from) {
    /** All candidates, by their cosines. */
    public static final Search WHOLE =
        new Search(
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** The least recall of an approximate search. */
    public static final double LEAST_RECALL = 0.9;

    /** Creates an exact search. */
    public Search(
        OptionalInt depth,
        Optional<Judging> judging,
        Optional<SecondWitness> witness,
        Optional<Path> candidates,
        Optional<Path> from) {
      this(depth, OptionalDouble.empty(), judging, witness, candidates, from);
    }

    public Search {
      if (recall.isPresent()
          && !(recall.getAsDouble() >= LEAST_RECALL && recall.getAsDouble() < 1)) {
        throw new RequestException(
            "recall must lie in [0.9, 1); omit it to search exactly; recall="
                + recall.getAsDouble());
      }
      if (recall.isPresent() && from.isPresent()) {
        throw new RequestException(
            "candidates from a file are not searched; recall belongs to the search that wrote it");
      }
      if (depth.isPresent() && depth.getAsInt() < 1) {
        throw new RequestException("depth must be at least 1; depth=" + depth.getAsInt());
      }
      if (depth.isEmpty() && from.isEmpty()) {
        requireDepth(judging.isPresent(), "a judge");
        requireDepth(witness.isPresent(), "the second witness");
        requireDepth(candidates.isPresent(), "a file of candidates");
      }
      if (from.isPresent() && candidates.isPresent()) {
        throw new RequestException("candidates are read from a file or written to one, not both");
      }
    }

    /** Returns the uses of the judge's scores; none without a judge. */
    public Set<Judging.Use> judgeUses() {
      return judging.map(Judging::uses).orElse(Set.of());
    }

    private static void requireDepth(boolean asked, String who) {
      if (asked) {
        throw new RequestException(who + " needs a depth: how many candidates of a query it sees");
      }
    }

    /** Returns whether filters are applied after the search, not during it. */
    public boolean filtersLater() {
      return depth.isPresent() || from.isPresent();
    }
  }

  public CorpusRequest {
    if (known.positives().isEmpty() && !sides.areOwnPairs()) {
      throw new RequestException(
          "positives are needed "
              + (sides.oneStore() ? "for image-image" : "where queries and corpus are two stores")
              + ": a table query_key, corpus_key[, score], or qrels");
    }
    if ((search.witness().isPresent() || targets(withholding, Withholding.Rule.WITNESS))
        && (sides.direction() != SearchDirection.TEXT_TEXT || !sides.corpus().hasImageIds())) {
      throw new RequestException(
          "the second witness compares captions of one image, or pairs of texts: it needs direction"
              + " text-text and image ids");
    }
    if (sides.direction() == SearchDirection.IMAGE_IMAGE
        && search.judging().filter(Judging::isModel).isPresent()) {
      throw new RequestException(
          "a model judges an image with a text; direction=image-image has a table of scores only");
    }
    if (filters.shrinks()
        && search.judging().filter(j -> j.uses().contains(Judging.Use.FILTER)).isPresent()) {
      throw new RequestException(
          "own-weight applies to cosines, but a judge filters here; own-weight="
              + filters.margin().orElseThrow().ownWeight());
    }
    if (targets(withholding, Withholding.Rule.WITNESS) && !search.filtersLater()) {
      throw new RequestException(
          "the second witness needs a depth: how many candidates of a query it sees");
    }
    requireFree(
        targets(withholding, Withholding.Rule.WITNESS) && search.witness().isPresent(), "witness");
    requireFree(
        targets(withholding, Withholding.Rule.RELATIVE_MARGIN)
            && filters.margin().filter(margin -> margin.relative() > 0).isPresent(),
        "relative-margin");
    requireFree(
        targets(withholding, Withholding.Rule.RANGE_MIN) && selection.rangeMin() > 0, "range-min");
    int depth = search.depth().orElse(Integer.MAX_VALUE);
    boolean limited = selection.rangeMax() != ListSelection.NO_RANGE_MAX;
    if (depth <= selection.rangeMin() || (limited && depth < selection.rangeMax())) {
      throw new RequestException(
          "depth must exceed range-min ("
              + selection.rangeMin()
              + (limited ? ") and be at least range-max (" + selection.rangeMax() : "")
              + "); depth="
              + depth);
    }
    if (depth - selection.rangeMin() < selection.count()
        && selection.shortLists() != ListSelection.ShortLists.FILL) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "%d negatives do not fit into the %d ranks from range-min=%d to depth=%d",
              selection.count(),
              depth - selection.rangeMin(),
              selection.rangeMin(),
              depth));
    }
    boolean judged =
        search.judging().filter(judge -> judge.uses().contains(Judging.Use.FILTER)).isPresent();
    requireCosine("max-score", filters.maxScore(), judged);
    requireCosine("min-score", filters.minScore(), judged);
  }

  private static void requireFree(boolean given, String rule) {
    if (given) {
      throw new RequestException(
          rule + " is chosen by target-false; omit it, or choose by another rule");
    }
  }

  private static boolean targets(Withholding withholding, Withholding.Rule rule) {
    return withholding.target().filter(target -> target.rule() == rule).isPresent();
  }

  /**
   * Returns a copy with other rules for candidates, and without a target that would choose them.
   */
  public CorpusRequest with(
      ListFilters others, ListSelection chosen, Optional<SecondWitness> witness) {
    Search looked =
        new Search(
            search.depth(),
            search.recall(),
            search.judging(),
            witness,
            search.candidates(),
            search.from());
    Withholding measuring = new Withholding(withholding.queries(), Optional.empty());
    return new CorpusRequest(
        sides, known, looked, others, chosen, measuring, batching, execution, overwrite);
  }

  /** Returns a copy with other filters by score. */
  public CorpusRequest with(ListFilters others) {
    return new CorpusRequest(
        sides, known, search, others, selection, withholding, batching, execution, overwrite);
  }

  /** Returns whether the second witness may be used. */
  public boolean hasWitness() {
    return search.witness().isPresent() || targets(withholding, Withholding.Rule.WITNESS);
  }

  /** Returns the files and folders that are read. */
  public List<Path> read() {
    List<Path> read = new ArrayList<>();
    read.add(sides.queries().folder());
    read.add(sides.corpus().folder());
    known.positives().ifPresent(read::add);
    known.veto().ifPresent(read::add);
    search.judging().ifPresent(judging -> read.addAll(judging.judge().read()));
    search.from().ifPresent(read::add);
    return read;
  }

  private static void requireCosine(String name, float score, boolean judged) {
    if (!judged && !Float.isInfinite(score) && Math.abs(score) > 1) {
      throw new RequestException(
          name + " is a cosine, in [-1, 1], without a judge; " + name + "=" + score);
    }
  }
}
