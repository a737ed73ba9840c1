package dev.falcon.cli.mine;

import dev.falcon.data.RequestException;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The flags that keep candidates out; all off by default, as in the paper. */
final class VetoFlags {
  @Option(
      names = "--exclude",
      split = ",",
      paramLabel = "same-image|same-caption",
      description = "What a batch must not hold twice.")
  private List<String> exclusions = List.of();

  @Option(
      names = {"--max-score", "--max_score"},
      paramLabel = "S",
      description = "Choose no negative more similar than this; S lies in [-2, 2].")
  private Float maxScore; // null where not named

  @Option(
      names = {"--absolute-margin", "--absolute_margin"},
      paramLabel = "D",
      description = {
        "Keep samples apart whose caption and image are as similar as the caption and its own"
            + " image,",
        "less D; D lies in [0, 2]."
      })
  private Float absoluteMargin;

  @Option(
      names = {"--relative-margin", "--relative_margin"},
      paramLabel = "R",
      description = "The same, less the part R of that similarity; R lies in [0, 1].")
  private Float relativeMargin;

  @Option(
      names = {"--range-min", "--range_min"},
      paramLabel = "N",
      description = "Skip so many of an anchor's most similar candidates.")
  private int rangeMin = 0;

  @Option(
      names = {"--range-max", "--range_max"},
      paramLabel = "N",
      description = "Consider only so many of an anchor's most similar candidates.")
  private int rangeMax = Integer.MAX_VALUE;

  @Option(
      names = "--veto",
      paramLabel = "FILE",
      description =
          "Keep these samples apart: a table key_a, key_b, as audit-fn --write-veto gives, or the"
              + " truth's image_key, text_key, match.")
  private Path veto;

  /** What is asked for. */
  Constraints constraints() {
    Set<Exclusion> chosen = EnumSet.noneOf(Exclusion.class);
    exclusions.forEach(label -> chosen.add(exclusion(label)));
    return new Constraints(
        chosen,
        Optional.ofNullable(veto),
        margin(),
        false,
        new RankWindow(rangeMin, rangeMax, maxScore()));
  }

  private float maxScore() {
    if (maxScore == null) {
      return Float.POSITIVE_INFINITY;
    }
    if (maxScore.isInfinite()) {
      throw new RequestException("max-score lies in [-2, 2]; max-score=" + maxScore);
    }
    return maxScore;
  }

  private Optional<PositiveMargin> margin() {
    if (absoluteMargin == null && relativeMargin == null) {
      return Optional.empty();
    }
    return Optional.of(
        new PositiveMargin(
            Objects.requireNonNullElse(absoluteMargin, 0f),
            Objects.requireNonNullElse(relativeMargin, 0f)));
  }

  private static Exclusion exclusion(String label) {
    for (Exclusion exclusion : Exclusion.values()) {
      if (exclusion.label().equals(label)) {
        return exclusion;
      }
    }
    throw new RequestException(
        "--exclude knows no '"
            + label
            + "'; it takes "
            + Arrays.stream(Exclusion.values())
                .map(Exclusion::label)
                .collect(Collectors.joining(", ")));
  }
}
