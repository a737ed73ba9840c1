// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.corpus.CorpusMiner;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.CorpusResult;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListFilters.MarginTo;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.ListSelection.Sampling;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.Withholding;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Lists of negatives from a whole corpus in one expression, with the defaults and the words of
 * {@code falcon lists}: {@code Lists.of(store, "text-text").negatives(4).to(file)}. For everything
 * else there is {@link CorpusRequest}.
 */
public final class Lists {
  private final EmbeddingStore queries;
  private final SearchDirection direction;
  private EmbeddingStore corpus;
  private Optional<Path> positives = Optional.empty();
  private Optional<Path> veto = Optional.empty();
  private OptionalInt depth = OptionalInt.empty();
  private Optional<PositiveMargin> margin = Optional.empty();
  private int negatives = 1;
  private int rangeMin;
  private int rangeMax = ListSelection.NO_RANGE_MAX;
  private ListColumns columns = ListColumns.TRIPLET;
  private boolean texts;
  private long seed = MiningOptions.DEFAULT_SEED;
  private boolean overwrite;
  private Consumer<String> notes = line -> {};

  private Lists(EmbeddingStore queries, SearchDirection direction) {
    this.queries = queries;
    this.corpus = queries;
    this.direction = direction;
  }

  /**
   * Starts with the queries, which are also the corpus.
   *
   * @param direction such as {@code text-image}: the side of the queries, then the searched side
   */
  public static Lists of(EmbeddingStore queries, String direction) {
    return new Lists(queries, SearchDirection.of(direction));
  }

  /** Sets another store as the corpus; positives are then needed. */
  public Lists corpus(EmbeddingStore store) {
    corpus = store;
    return this;
  }

  /** Sets a table of known positives, or qrels. */
  public Lists positives(Path table) {
    positives = Optional.of(table);
    return this;
  }

  /** Sets a table of further pairs that are never negatives. */
  public Lists veto(Path table) {
    veto = Optional.of(table);
    return this;
  }

  /** Considers only this number of most similar candidates, before the margin applies. */
  public Lists depth(int candidates) {
    depth = OptionalInt.of(candidates);
    return this;
  }

  /** Leaves out candidates above a positive's similarity less this fraction of it. */
  public Lists relativeMargin(double fraction) {
    margin = Optional.of(new PositiveMargin(0, (float) fraction));
    return this;
  }

  /** Sets the number of negatives per list. */
  public Lists negatives(int count) {
    negatives = count;
    return this;
  }

  /** Chooses from these ranks of similarity, from the first, inclusive, to the last, exclusive. */
  public Lists range(int min, int max) {
    rangeMin = min;
    rangeMax = max;
    return this;
  }

  /** Sets the form of the file, by the name that {@code --columns} takes. */
  public Lists columns(String form) {
    columns = ListColumns.of(form);
    return this;
  }

  /** Writes texts, as sentence-transformers' trainers take them, in place of keys. */
  public Lists texts() {
    texts = true;
    return this;
  }

  /** Sets the seed of every random choice. */
  public Lists seed(long number) {
    seed = number;
    return this;
  }

  /** Replaces earlier lists. */
  public Lists overwrite() {
    overwrite = true;
    return this;
  }

  /** Sets the receiver of messages for the user; by default there is none. */
  public Lists notes(Consumer<String> receiver) {
    notes = receiver;
    return this;
  }

  /**
   * Searches on all processors, and writes the lists.
   *
   * @param file the file, whose extension names the format of a table
   * @throws dev.falcon.data.FalconException if that is not possible, in one line
   */
  public CorpusResult to(Path file) {
    CorpusRequest.Sides sides = new CorpusRequest.Sides(queries, corpus, direction);
    ListLayout layout =
        new ListLayout(
            columns,
            file,
            columns.form() == ListColumns.Form.TABLE ? TableFormat.ofFile(file) : TableFormat.JSONL,
            negatives,
            texts,
            false,
            false,
            Optional.empty(),
            direction);
    layout.requireTexts(sides);
    return new CorpusMiner(Progress.NONE, notes).mine(request(sides), layout);
  }

  private CorpusRequest request(CorpusRequest.Sides sides) {
    Set<Exclusion> exclusions = corpus.hasCaptions() ? Set.of(Exclusion.SAME_CAPTION) : Set.of();
    return new CorpusRequest(
        sides,
        new CorpusRequest.Known(positives, veto, exclusions),
        new CorpusRequest.Search(
            depth, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
        new ListFilters(margin, MarginTo.LEAST, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY),
        new ListSelection(
            negatives,
            rangeMin,
            rangeMax,
            Sampling.TOP,
            columns == ListColumns.N_TUPLE ? ShortLists.DROP : ShortLists.KEEP,
            seed),
        new Withholding(OptionalInt.empty(), Optional.empty()),
        Execution.automatic(),
        overwrite);
  }
}
