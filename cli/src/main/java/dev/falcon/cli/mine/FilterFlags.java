// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.cli.internal.option.RecordedFlags;
import dev.falcon.data.InputRole;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.Judging;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListFilters.MarginTo;
import dev.falcon.onnx.folder.ModelFolder;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The flags for what is left out of lists: candidates that are, or may be, positives. */
final class FilterFlags implements RecordedFlags {
  private static final Set<Judging.Use> USUAL_USES =
      EnumSet.of(Judging.Use.FILTER, Judging.Use.SCORES);

  @Option(
      names = "--exclude",
      split = ",",
      paramLabel = "KINDS",
      completionCandidates = ExcludedKinds.OfLists.class,
      description =
          "What a list must not share with its query or hold twice: same-image, same-caption or"
              + " none (default: same-caption, if the corpus has captions).")
  private List<String> exclusions = List.of();

  @InputFlag(InputRole.VETO)
  @Option(
      names = "--veto",
      paramLabel = "FILE",
      description =
          "Keep these pairs apart: a table key_a, key_b, as audit-fn --write-veto writes it, or a"
              + " table of the truth, image_key, text_key, match.")
  private Path veto; // null if not named

  @Option(
      names = "--relative-margin",
      paramLabel = "R",
      description =
          "Leave out a candidate that is more similar to the query than its positive, less a"
              + " fraction R of the positive's similarity; R lies in [0, 1].")
  private Float relativeMargin; // null if not named

  @Option(
      names = "--absolute-margin",
      paramLabel = "D",
      description = "The same, less D, which lies in [0, 2].")
  private Float absoluteMargin; // null if not named

  @Effect(with = {"--relative-margin", "--absolute-margin", "--target-false"})
  @Option(
      names = "--margin-to",
      paramLabel = "least|most|each",
      description =
          "Which positive's similarity a margin is measured from: the least similar one's, the most"
              + " similar one's, or each one's, with a list for each positive (default: least).")
  private MarginTo marginTo = MarginTo.LEAST;

  @Option(
      names = "--own-weight",
      paramLabel = "W|auto",
      description =
          "With a margin: the weight W, in [0, 1], of the positive's similarity; its mean over all"
              + " queries has the weight 1 - W. auto estimates W from how far the captions of an"
              + " image agree (default: 1).")
  private String ownWeight; // null if not named

  @Option(
      names = "--max-score",
      paramLabel = "S",
      description = "Choose no negative more similar than S, in [-1, 1].")
  private Float maxScore; // null if not named

  @Option(
      names = "--min-score",
      paramLabel = "S",
      description = "Choose no negative less similar than S, in [-1, 1].")
  private Float minScore; // null if not named

  @Option(
      names = "--depth",
      paramLabel = "K",
      description =
          "Consider only the K most similar candidates, before margins and scores apply (default:"
              + " all).")
  private Integer depth; // null if not named

  @Option(
      names = "--recall",
      paramLabel = "R",
      description =
          "Look only into those clusters of the corpus in which a fraction R of the candidates lies,"
              + " as measured by queries that are searched exactly; R lies in [0.9, 1) (default: an"
              + " exact search).")
  private Double recall; // null if not named

  @Option(
      names = "--witness",
      paramLabel = "F",
      description =
          "With --depth and text-text: leave out a candidate if another caption of its image has at"
              + " least F times the candidate's similarity to the query.")
  private Double witness; // null if not named

  @InputFlag(InputRole.JUDGE)
  @Option(
      names = "--judge",
      paramLabel = "FILE|DIR",
      description =
          "With --depth: a judge's scores, as a table query_key, corpus_key, score or image_key,"
              + " text_key, score; or a model folder, which scores the pairs of --input-dataset.")
  private Path judge; // null if not named

  @Effect(with = "--judge")
  @Option(
      names = "--judge-for",
      split = ",",
      paramLabel = "filter|rank|scores",
      description =
          "Where the judge's score replaces the cosine: in margins and limits of scores (filter),"
              + " in the order of a list (rank), in columns of scores (scores); default:"
              + " filter,scores.")
  private List<Judging.Use> judgeFor = List.of();

  /** Returns whether the weight of own similarities is to be estimated from the stores. */
  boolean estimatesWeight() {
    return OwnWeight.isEstimated(ownWeight);
  }

  /** Returns whether only the nearest candidates are considered. */
  boolean deep() {
    return depth != null;
  }

  /** Returns the table of scores or the model folder. */
  Optional<Path> judge() {
    return Optional.ofNullable(judge);
  }

  /** Returns whether a model judges, not a table of its scores. */
  boolean judgedByModel() {
    return judge().filter(Folders::isFolder).isPresent();
  }

  /** Returns the uses of the judge's score. */
  Set<Judging.Use> judgeUses() {
    if (judge == null) {
      return Set.of();
    }
    return judgeFor.isEmpty() ? USUAL_USES : EnumSet.copyOf(judgeFor);
  }

  /** Returns what is known of the pairs of these sides. */
  CorpusRequest.Known known(Optional<Path> positives, CorpusRequest.Sides sides) {
    return new CorpusRequest.Known(
        positives,
        Optional.ofNullable(veto),
        exclusions.isEmpty() ? usual(sides) : ExcludedKinds.of(exclusions));
  }

  /**
   * Returns the usual exclusions. A trainer sees texts, whatever names them in the lists, so only
   * one of several equal texts may be listed.
   */
  private static Set<Exclusion> usual(CorpusRequest.Sides sides) {
    return sides.corpus().hasCaptions() ? Set.of(Exclusion.SAME_CAPTION) : Set.of();
  }

  /**
   * Returns the filters by score.
   *
   * @param estimated supplies the estimate of the weight; called only for {@code auto}
   */
  ListFilters filters(Supplier<Float> estimated) {
    if (maxScore != null && maxScore.isInfinite()) {
      throw new RequestException("max-score must lie in [-1, 1]; max-score=" + maxScore);
    }
    return new ListFilters(
        margin(estimated),
        marginTo,
        Objects.requireNonNullElse(maxScore, Float.POSITIVE_INFINITY),
        Objects.requireNonNullElse(minScore, Float.NEGATIVE_INFINITY));
  }

  private Optional<PositiveMargin> margin(Supplier<Float> estimated) {
    Optional<PositiveMargin> margin =
        PositiveMargin.of(Optional.ofNullable(absoluteMargin), Optional.ofNullable(relativeMargin));
    if (ownWeight == null) {
      return margin;
    }
    PositiveMargin named =
        margin.orElseThrow(
            () ->
                new RequestException(
                    "--own-weight needs a margin; give --relative-margin or --absolute-margin"));
    return Optional.of(named.with(OwnWeight.of(ownWeight, estimated), Optional.empty()));
  }

  /**
   * Returns the inputs of a search.
   *
   * @param candidates the file in which the candidates are kept
   * @param from the candidates of an earlier search
   * @param data supplies the data that a model judges
   */
  CorpusRequest.Search search(
      Optional<Path> candidates, Optional<Path> from, Supplier<Optional<SampleSource>> data) {
    return new CorpusRequest.Search(
        depth == null ? OptionalInt.empty() : OptionalInt.of(depth),
        recall == null ? OptionalDouble.empty() : OptionalDouble.of(recall),
        judge().map(file -> new Judging(judge(file, data), judgeUses())),
        Optional.ofNullable(witness).map(SecondWitness::new),
        candidates,
        from);
  }

  private static Judging.Judge judge(Path file, Supplier<Optional<SampleSource>> data) {
    if (!Folders.isFolder(file)) {
      return new Judging.Table(file);
    }
    return new Judging.Model(
        ModelFolder.open(file),
        data.get()
            .orElseThrow(
                () ->
                    new RequestException(
                        file
                            + ": a model judges the texts and pictures that the store was made of;"
                            + " name them with --input-dataset")));
  }
}
