// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.Warning;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.RepeatedImages;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.store.VectorOrigins;
import dev.falcon.kernels.Kernels;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.Judging;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.internal.same.Capitals;
import dev.falcon.mining.corpus.internal.same.KnownTexts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A request with checked stores and parsed files.
 *
 * @param unknownPositives the number of pairs of the table of positives with an unknown item
 * @param selfPositives the number of positives that are the query itself or, without a table of
 *     positives, have its text
 * @param unknownVetoes the number of vetoed pairs with an unknown item
 * @param partners the partners of the corpus' texts, if the second witness may be used
 * @param judge a judge's scores; empty for a model until it has judged
 * @param rejects the unusable rows of both stores
 */
public record PreparedRequest(
    Exclusions exclusions,
    long unknownPositives,
    long selfPositives,
    long unknownVetoes,
    Optional<WitnessPartners> partners,
    Optional<JudgeScores> judge,
    List<Reject> rejects) {
  private static final long MOST_ROWS = Integer.MAX_VALUE - 8L;

  /** Checks the stores of a request, and reads its files. */
  public static PreparedRequest of(
      CorpusRequest request, Progress progress, Consumer<String> notes) {
    CorpusRequest.Sides sides = request.sides();
    requireCaptions(request);
    Kernels.note().ifPresent(notes);
    StoreReport asked = check(sides.queries(), progress, notes);
    StoreReport searched = sides.oneStore() ? asked : check(sides.corpus(), progress, notes);
    if (!sides.oneStore()) {
      VectorOrigins.warning(sides.queries(), sides.corpus()).map(Warning::line).ifPresent(notes);
    }
    CorpusItems queries = CorpusItems.of(sides.queries(), sides.querySide(), asked);
    CorpusItems corpus =
        sides.oneStore() && sides.querySide() == sides.corpusSide()
            ? queries
            : CorpusItems.of(sides.corpus(), sides.corpusSide(), searched);
    Stream.of(queries, corpus)
        .filter(items -> items.side() == SearchDirection.Side.IMAGE && !items.store().hasAnchors())
        .findFirst()
        .flatMap(items -> RepeatedImages.of(items.store()).note())
        .ifPresent(notes);
    KeyPairs keys = new KeyPairs(queries, corpus);
    boolean self = queries == corpus;
    boolean sameImage = request.known().exclusions().contains(Exclusion.SAME_IMAGE);
    boolean sameCaption = request.known().exclusions().contains(Exclusion.SAME_CAPTION);
    KnownTexts texts = KnownTexts.of(queries, corpus, Capitals.of(corpus), sameCaption);
    texts.blankNote().ifPresent(notes);
    KeyPairs.Known positives =
        request
            .known()
            .positives()
            .map(file -> keys.positives(file, self))
            .orElseGet(
                () ->
                    new KeyPairs.Known(
                        Pairing.ofOneStore(queries, corpus, texts),
                        0,
                        Pairing.selves(queries, corpus, texts)));
    request
        .known()
        .positives()
        .filter(file -> positives.pairs().count() == 0)
        .ifPresent(
            file -> {
              throw new FalconException(
                  "%s: no pair with a score above 0 joins a query of %s, whose keys are such as '%s',"
                          .formatted(file, sides.queries().folder(), queries.key(0))
                      + " and an item of %s, such as '%s'"
                          .formatted(sides.corpus().folder(), corpus.key(0)));
            });
    KeyPairs.Known vetoes =
        request
            .known()
            .veto()
            .map(file -> keys.vetoes(file, self))
            .orElseGet(() -> new KeyPairs.Known(ItemPairs.none(queries.count()), 0, 0));
    Exclusions exclusions =
        new Exclusions(
            queries,
            corpus,
            positives.pairs(),
            documents(queries, corpus, texts),
            vetoes.pairs(),
            sameImage ? Pairing.ofEqualImages(queries, corpus) : ItemPairs.none(queries.count()),
            texts,
            sameCaption);
    Optional<WitnessPartners> partners =
        request.hasWitness()
            ? Optional.of(WitnessPartners.of(request.search().witness(), queries, corpus, searched))
            : Optional.empty();
    Optional<JudgeScores> judge =
        request
            .search()
            .judging()
            .map(Judging::judge)
            .flatMap(PreparedRequest::table)
            .map(file -> JudgeScores.read(file, queries, corpus));
    List<Reject> rejects = new ArrayList<>(asked.rejects());
    if (!sides.oneStore()) {
      rejects.addAll(searched.rejects());
    }
    return new PreparedRequest(
        exclusions,
        positives.unknown(),
        positives.selves(),
        vetoes.unknown(),
        partners,
        judge,
        rejects);
  }

  /**
   * Returns the items of another store that are a query's own document, if texts do not show it.
   */
  private static ItemPairs documents(CorpusItems queries, CorpusItems corpus, KnownTexts texts) {
    boolean shown = texts.alike() && texts.queries().isPresent() && texts.items().isPresent();
    return shown || queries.store() == corpus.store() || queries.perItem() != corpus.perItem()
        ? ItemPairs.none(queries.count())
        : Pairing.ofEqualDocuments(queries, corpus);
  }

  private static Optional<Path> table(Judging.Judge judge) {
    return judge instanceof Judging.Table table ? Optional.of(table.file()) : Optional.empty();
  }

  /** Returns a copy with the scores of a model, and the samples that it could not score. */
  public PreparedRequest judged(JudgeScores scores, List<Reject> unscored) {
    List<Reject> all = new ArrayList<>(rejects);
    all.addAll(unscored);
    return new PreparedRequest(
        exclusions,
        unknownPositives,
        selfPositives,
        unknownVetoes,
        partners,
        Optional.of(scores),
        all);
  }

  private static void requireCaptions(CorpusRequest request) {
    EmbeddingStore corpus = request.sides().corpus();
    if (request.known().exclusions().contains(Exclusion.SAME_CAPTION) && !corpus.hasCaptions()) {
      throw new FalconException(
          corpus.folder() + ": has no captions, which the exclusion same-caption needs");
    }
    for (EmbeddingStore store : List.of(request.sides().queries(), corpus)) {
      if (request.known().exclusions().contains(Exclusion.SAME_IMAGE) && !store.hasImageIds()) {
        throw new FalconException(
            store.folder() + ": has no image_id, which the exclusion same-image needs");
      }
    }
  }

  private static StoreReport check(
      EmbeddingStore store, Progress progress, Consumer<String> notes) {
    if (store.rows() > MOST_ROWS) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: has %,d rows; at most %,d can be searched",
              store.folder(),
              store.rows(),
              MOST_ROWS));
    }
    store.numberedNote().ifPresent(notes);
    StoreReport report = StoreCheck.run(store, progress);
    if (report.rejectedRows().size() == store.rows()) {
      throw new FalconException(
          report.rejects().stream()
              .findFirst()
              .map(
                  first ->
                      "%s: none of its rows can be used, the first since %s"
                          .formatted(store.folder(), first.reason()))
              .orElse(store.folder() + ": has no rows"));
    }
    if (report.rescaledRows() > 0) {
      notes.accept(
          "vectors that were not of unit length are normalised; rows=" + report.rescaledRows());
    }
    return report;
  }
}
