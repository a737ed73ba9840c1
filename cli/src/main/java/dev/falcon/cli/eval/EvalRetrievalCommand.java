// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.EmbedderFlags;
import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.EvalTables;
import dev.falcon.data.InputRole;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.eval.OnnxEmbedder;
import dev.falcon.eval.retrieval.Retrieval;
import dev.falcon.eval.retrieval.RetrievalRequest;
import dev.falcon.eval.retrieval.RetrievalRequest.Order;
import dev.falcon.eval.retrieval.TextRetrieval;
import dev.falcon.eval.retrieval.TextRetrievalRequest;
import dev.falcon.eval.retrieval.TruthReading;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code falcon eval retrieval}: image-text retrieval in both directions, or texts that search
 * texts.
 */
@Command(
    name = "retrieval",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Evaluate image-text retrieval by ALBEF's protocol: rank all candidates by cosine, then"
          + " re-rank the best of each query by the model's image-text matching.",
      "Without data, evaluates on Scenes with its exact truth.",
      "With --qrels, evaluates retrieval of texts by texts, as BEIR does."
    })
final class EvalRetrievalCommand implements Callable<Integer> {
  /** The queries that a truth judges, as the user writes them. */
  private enum Judged {
    ALL,
    LISTED
  }

  /** The re-ranking score, as the user writes it. */
  private enum RankBy {
    AUTO,
    ITC,
    ITM,
    ITM_PLUS_ITC
  }

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "The model folder (default: the built-in one, trained on Scenes).")
  private Path model;

  @Option(
      names = "--input-dataset",
      defaultValue = "scenes:test",
      paramLabel = "DATASET",
      description = "Images with captions, or texts, in any layout that Falcon reads.")
  private String dataset;

  @InputFlag(InputRole.TRUTH)
  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description =
          "Labelled pairs {image_key, text_key, match} in JSONL, Parquet or CSV: adds mAP@R and"
              + " R-precision. With a column side (image or text), a row answers only that one's"
              + " question; grade takes the place of match, and adds nDCG and the correlation"
              + " with the cosine. Or a file of ECCV Caption or Crisscrossed Captions as it is"
              + " published. Scenes needs none.")
  private Path truth;

  @Effect(with = "--truth")
  @Option(
      names = "--judged",
      defaultValue = "all",
      paramLabel = "QUERIES",
      description =
          "With --truth: all queries, with own pairs as right answers, or only those listed with a"
              + " right answer, which is always so with a column side and with published files.")
  private Judged judged;

  @Effect(with = "--truth")
  @Option(
      names = "--least-grade",
      paramLabel = "X",
      description =
          "With --truth: the lowest grade of a right answer (1; 3 of Crisscrossed Captions).")
  private Double leastGrade;

  @Effect(without = "--qrels")
  @InputFlag(InputRole.CLASSES)
  @Option(
      names = "--classes",
      paramLabel = "FILE",
      description =
          "A table {image_key, classes}: also measure plausible-match R-precision (PMRP), by which"
              + " images match if their classes differ in at most 0, 1 or 2.")
  private Path classes;

  @Effect(without = "--qrels")
  @Option(
      names = "--folds",
      defaultValue = "1",
      paramLabel = "N",
      description =
          "Also average the recalls over N equal parts of consecutive images, such as COCO's 5 of"
              + " 1,000.")
  private int folds;

  @InputFlag(InputRole.QRELS)
  @Option(
      names = "--qrels",
      paramLabel = "FILE",
      description =
          "Evaluate retrieval of texts by texts, by these grades of pairs of query and document,"
              + " in the form of BEIR or TREC or as a table {query_key, corpus_key, score}. The"
              + " documents are those of --input-dataset. As in BEIR, a document with the"
              + " query's own key is left out, and one with its text under another key is not.")
  private Path qrels;

  @Effect(with = "--qrels")
  @Option(
      names = "--queries",
      paramLabel = "DATASET",
      description = "With --qrels: the query texts (default: those of --input-dataset).")
  private String queries;

  @Option(
      names = "--k-test",
      paramLabel = "K",
      description =
          "How many of each query's best candidates are re-ranked (128, or all if fewer; ALBEF"
              + " takes 256 on COCO and 128 on Flickr30k).")
  private Integer reranked;

  @Option(
      names = "--rank-by",
      defaultValue = "auto",
      paramLabel = "ORDER",
      description =
          "itc (cosine), itm (the matching logit, as in ALBEF), itm_plus_itc (their sum, as in"
              + " BLIP); auto is itm, or what the folder says, if the model can match.")
  private RankBy rankBy;

  @Option(
      names = "--output-dir",
      paramLabel = "DIR",
      description =
          "The folder for retrieval.json and the cached vectors; without it, nothing is written.")
  private Path outputDir;

  @Effect(with = {"--input-dataset", "--queries"})
  @Mixin
  private DatasetOptions datasets;

  @Mixin private EmbedderFlags embedders;
  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    if (qrels != null) {
      return ofTexts(qrels);
    }
    ModelFolder folder = embedders.folder(model == null ? BuiltIn.modelFolder() : model);
    Order order = order(folder);
    if (order == Order.ITC && reranked != null) {
      throw new RequestException(
          "--k-test has no effect: the order is that of the cosine, which nothing re-ranks; omit it");
    }
    RetrievalRequest request =
        new RetrievalRequest(
            datasets.open(dataset),
            datasets.given(),
            truth,
            new TruthReading(
                judged == Judged.LISTED,
                leastGrade == null ? OptionalDouble.empty() : OptionalDouble.of(leastGrade),
                folds),
            Optional.ofNullable(classes),
            reranked == null ? OptionalInt.empty() : OptionalInt.of(reranked),
            order,
            outputDir,
            outputs.overwrite());
    Sessions opened = embedders.sessions(outputs::deviceNote);
    try (OnnxEmbedder embedder = embedders.embedder(folder, opened)) {
      Retrieval.Outcome outcome = run(request, embedder, folder, opened);
      outputs.result(
          outcome.result(),
          EvalTables.warnings(outcome.result(), outcome.rejects()),
          () -> EvalTables.retrieval(outcome.result()));
      return outcome.rejects().isEmpty() ? 0 : 3;
    }
  }

  private int ofTexts(Path grades) {
    if (truth != null || classes != null || reranked != null || rankBy != RankBy.AUTO) {
      throw new RequestException(
          "--qrels measures texts by their vectors; --truth, --classes, --k-test and --rank-by are"
              + " for images with captions");
    }
    SampleSource corpus = datasets.open(dataset);
    TextRetrievalRequest request =
        new TextRetrievalRequest(
            queries == null ? corpus : datasets.open(queries),
            corpus,
            datasets.given(),
            grades,
            Optional.ofNullable(outputDir),
            outputs.overwrite());
    ModelFolder folder = embedders.folder(model == null ? BuiltIn.modelFolder() : model);
    Sessions opened = embedders.sessions(outputs::deviceNote);
    try (OnnxEmbedder embedder = embedders.textEmbedder(folder, opened)) {
      TextRetrieval.Outcome outcome =
          new TextRetrieval(request, embedder, outputs.progress()).run();
      outputs.result(
          outcome.result(),
          EvalTables.warnings(outcome.result(), outcome.rejects()),
          () -> EvalTables.textRetrieval(outcome.result()));
      return outcome.rejects().isEmpty() ? 0 : 3;
    }
  }

  private static Order usual(ModelFolder folder) {
    if (!folder.hasMatcher()) {
      return Order.ITC;
    }
    return folder.addsSimilarity() ? Order.ITM_PLUS_ITC : Order.ITM;
  }

  private Order order(ModelFolder folder) {
    return switch (rankBy) {
      case AUTO -> usual(folder);
      case ITC -> Order.ITC;
      case ITM -> Order.ITM;
      case ITM_PLUS_ITC -> Order.ITM_PLUS_ITC;
    };
  }

  private Retrieval.Outcome run(
      RetrievalRequest request, OnnxEmbedder embedder, ModelFolder folder, Sessions opened) {
    if (request.order() == Order.ITC || !folder.hasMatcher()) {
      return new Retrieval(request, embedder, Optional.empty(), outputs.progress()).run();
    }
    try (MatchScorer matcher = folder.openMatchScorer(opened)) {
      return new Retrieval(request, embedder, Optional.of(matcher), outputs.progress()).run();
    }
  }
}
