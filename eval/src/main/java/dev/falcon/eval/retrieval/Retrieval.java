// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.OutputKind;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.compositional.ItemTable;
import dev.falcon.eval.internal.search.Gallery;
import dev.falcon.eval.internal.search.GalleryBuilder;
import dev.falcon.eval.internal.search.GalleryTruth;
import dev.falcon.eval.internal.search.Reranker;
import dev.falcon.eval.internal.search.Search;
import dev.falcon.eval.internal.search.SidedTruth;
import dev.falcon.eval.internal.search.TruthFile;
import dev.falcon.eval.internal.vectors.CrossProducts;
import dev.falcon.eval.internal.vectors.ImagePass;
import dev.falcon.eval.metric.RankingMetrics;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.retrieval.RetrievalRequest.Order;
import dev.falcon.onnx.matcher.MatchScorer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Image–text retrieval by ALBEF's protocol: all candidates are ordered by the cosine of the vectors
 * (ITC), and the best of each query are then ordered by a matching model (ITM). A query is a hit if
 * any of its own answers is found, and by cosine a tie does not count against it, as in {@link
 * MatrixRetrieval}. With a truth that contains all right answers, mAP@R and R-precision measure how
 * many of them are found.
 */
public final class Retrieval {
  private static final String COMMAND = "eval retrieval";

  /** Recognises the folder of such results. */
  private static final OutputKind KIND =
      new OutputKind(
          "results of retrieval",
          List.of(OutputKind.json(RetrievalResult.NAME, "/provenance/command", COMMAND)),
          file -> ImagePass.isCache(file) || ItemTable.isOne(file, QueryTable.NAME));

  private final RetrievalRequest request;
  private final EmbeddingModel embedder;
  private final Optional<MatchScorer> matcher;
  private final Progress progress;

  /**
   * Prepares a run.
   *
   * @param matcher the matching model; empty to order by the cosine only
   */
  public Retrieval(
      RetrievalRequest request,
      EmbeddingModel embedder,
      Optional<MatchScorer> matcher,
      Progress progress) {
    this.request = request;
    this.embedder = embedder;
    this.matcher = matcher;
    this.progress = progress;
    boolean isMatcher =
        matcher.filter(m -> m.kind() == MatchScorer.Kind.MATCH_PROBABILITY).isPresent();
    if (request.order() != Order.ITC && !isMatcher) {
      throw new RequestException(
          "re-ranking needs a matching model (itm_model.onnx), which the model folder lacks;"
              + " rank by the cosine alone");
    }
  }

  /**
   * The result of a run.
   *
   * @param result the result
   * @param rejects the samples that could not be used
   */
  public record Outcome(RetrievalResult result, List<Reject> rejects) {
    public Outcome {
      rejects = List.copyOf(rejects);
    }
  }

  /**
   * Embeds the data, ranks the candidates, and computes the metrics.
   *
   * @throws FalconException if there are fewer candidates than are to be re-ranked, if a result
   *     exists already, or if another run is writing into the folder
   */
  public Outcome run() {
    Optional<TruthFile> truth = truthFile();
    if (request.outputDir() != null) {
      List<Path> inputs = new ArrayList<>(request.data().files());
      truth.ifPresent(file -> inputs.addAll(file.files()));
      request.classes().ifPresent(inputs::add);
      KIND.require(request.outputDir(), inputs);
    }
    return request.outputDir() == null
        ? measured(truth)
        : FolderLock.holding(request.outputDir(), () -> measured(truth));
  }

  /** Recognises the truth's form, before anything is embedded. */
  private Optional<TruthFile> truthFile() {
    Optional<TruthFile> truth = Optional.ofNullable(request.truth()).map(TruthFile::open);
    boolean graded = truth.filter(TruthFile::hasGrades).isPresent();
    if (truth.isPresent() && !graded && request.truthReading().leastGrade().isPresent()) {
      throw new RequestException(
          request.truth() + ": has no grades, so a least grade has no effect; omit it");
    }
    return truth;
  }

  private Outcome measured(Optional<TruthFile> truthFile) {
    refuseOldResult();
    Optional<PlausibleMatches> classes = request.classes().map(PlausibleMatches::new);
    List<Reject> rejects = new ArrayList<>();
    Gallery gallery =
        new GalleryBuilder(request.data(), embedder, request.outputDir(), progress).build(rejects);
    int reranked = request.order() == Order.ITC ? 0 : reranked(gallery);
    Optional<GalleryTruth> truth = truth(truthFile, gallery);
    Search texts = Search.forTexts(gallery, truth.map(GalleryTruth::ofImages), reranked);
    Search images = Search.forImages(gallery, truth.map(GalleryTruth::ofTexts), reranked);
    CrossProducts.forEach(gallery.imageVectors(), gallery.textVectors(), texts, images);
    Sides byCosine = new Sides(texts.measure(), images.measure());
    Optional<Sides> byMatcher =
        reranked == 0 ? Optional.empty() : Optional.of(rerank(gallery, texts, images));
    RetrievalResult result =
        new RetrievalResult(
            RetrievalResult.VERSION,
            provenance(reranked, truthFile),
            embedder.fingerprint(),
            gallery.images(),
            gallery.texts(),
            rejects.size(),
            reranked,
            truth.map(GalleryTruth::source).orElse(""),
            truth.map(known -> judged(known, texts, images)),
            truth
                .map(GalleryTruth::graded)
                .filter(pairs -> !pairs.isEmpty())
                .map(GradeCorrelation::of),
            classes.map(known -> known.of(gallery)),
            texts.tiedQueries(),
            images.tiedQueries(),
            byCosine.scores(),
            folds(gallery),
            byMatcher.map(Sides::scores).orElse(null));
    write(result, rejects, gallery, byMatcher.orElse(byCosine));
    return new Outcome(result, rejects);
  }

  /** The metrics of both directions. */
  private record Sides(RankingMetrics texts, RankingMetrics images) {
    Scores scores() {
      return Search.join(texts, images);
    }
  }

  private static RetrievalResult.Judged judged(GalleryTruth truth, Search texts, Search images) {
    GalleryTruth.Rows rows = truth.rows();
    return new RetrievalResult.Judged(
        texts.judgedQueries(),
        images.judgedQueries(),
        rows.used(),
        rows.outside(),
        rows.absentImages(),
        rows.absentTexts(),
        rows.leastGrade());
  }

  private Optional<Scores> folds(Gallery gallery) {
    int folds = request.truthReading().folds();
    return folds == 1 ? Optional.empty() : Optional.of(Folds.of(gallery, folds));
  }

  private Sides rerank(Gallery gallery, Search texts, Search images) {
    Search.Best bestTexts = texts.best();
    Search.Best bestImages = images.best();
    Reranker reranker =
        new Reranker(
            gallery, matcher.orElseThrow(), bestTexts.candidates(), bestImages.candidates());
    reranker.run(request.data(), progress);
    boolean addCosine = request.order() == Order.ITM_PLUS_ITC;
    return new Sides(
        texts.measure(reranker.orderedTexts(bestTexts.cosines(), addCosine)),
        images.measure(reranker.orderedImages(bestImages.cosines(), addCosine)));
  }

  private int reranked(Gallery gallery) {
    int fewest = Math.min(gallery.images(), gallery.texts());
    if (request.reranked().isEmpty()) {
      return Math.min(RetrievalRequest.DEFAULT_RERANKED, fewest);
    }
    int asked = request.reranked().getAsInt();
    if (asked > fewest) {
      throw new FalconException(
          request.data().name()
              + ": has "
              + gallery.images()
              + " images and "
              + gallery.texts()
              + " captions; the candidates to re-rank must be at most "
              + fewest
              + ", is "
              + asked);
    }
    return asked;
  }

  private Optional<GalleryTruth> truth(Optional<TruthFile> file, Gallery gallery) {
    if (file.isPresent()) {
      TruthReading reading = request.truthReading();
      return Optional.of(
          SidedTruth.of(file.get(), reading.listedOnly(), reading.leastGrade(), gallery));
    }
    try (SampleReader reader = request.data().open(0, reject -> {})) {
      return reader.hasNext() && GalleryTruth.isOfScenes(reader.next())
          ? Optional.of(GalleryTruth.ofScenes(request.data(), gallery))
          : Optional.empty();
    }
  }

  private Provenance provenance(int reranked, Optional<TruthFile> truth) {
    Map<String, Object> options = new TreeMap<>(request.reading());
    options.put("rank-by", request.order().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    options.put("k-test", reranked);
    TruthReading reading = request.truthReading();
    if (reading.listedOnly()) {
      options.put("judged", "listed");
    }
    reading.leastGrade().ifPresent(least -> options.put("least-grade", least));
    if (reading.folds() != TruthReading.USUAL.folds()) {
      options.put("folds", reading.folds());
    }
    List<Provenance.Input> inputs =
        new ArrayList<>(Provenance.Input.as(InputRole.DATA, request.data().inputs()));
    truth.ifPresent(
        known ->
            known.files().forEach(file -> inputs.add(Provenance.Input.of(InputRole.TRUTH, file))));
    request.classes().ifPresent(file -> inputs.add(Provenance.Input.of(InputRole.CLASSES, file)));
    return embedder.recorded(Provenance.of(COMMAND, 0, options, inputs));
  }

  private void refuseOldResult() {
    if (request.outputDir() == null) {
      return;
    }
    Path file = request.outputDir().resolve(RetrievalResult.NAME);
    OutputFile.requireFree(file, request.overwrite());
  }

  private void write(
      RetrievalResult result, List<Reject> rejects, Gallery gallery, Sides measured) {
    if (request.outputDir() == null) {
      return;
    }
    Rejects.list(request.outputDir().resolve(Rejects.FILE_NAME), rejects);
    Path queries = request.outputDir().resolve(QueryTable.NAME);
    QueryTable.write(queries, gallery, measured.texts(), measured.images(), result);
    RecordFile.write(request.outputDir().resolve(RetrievalResult.NAME), result, List.of(queries));
  }
}
