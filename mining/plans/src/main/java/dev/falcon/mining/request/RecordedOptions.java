// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.KebabCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.policy.QuantilePolicy;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The options of mining as text: by the names of their flags, as provenances record them, as
 * executors receive them, and as a plan is made again from them. Only the seed and the files have
 * their own places there. An option that is {@link Optional} without {@code ALWAYS} is written only
 * if it is used; other plans do not mention it.
 */
@JsonNaming(KebabCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RecordedOptions(
    String quantiles,
    Optional<String> draw,
    int searchSpace,
    int batchSize,
    int quantileLevels,
    int epochs,
    String remainder,
    SortedSet<String> exclude,
    int rangeMin,
    @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Integer> rangeMax,
    @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Float> maxScore,
    @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Float> absoluteMargin,
    @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Float> relativeMargin,
    Optional<Float> ownWeight,
    Optional<Double> secondWitness,
    Optional<Boolean> truth,
    Optional<String> level,
    Optional<Double> warp,
    Optional<Integer> runLength,
    Optional<String> shuffle) {
  private static final String NEAR_IMAGE = Constraints.NEAR_IMAGE + ":";
  private static final String SHARDS = "shards:";

  /** Returns the text of options. */
  public static RecordedOptions of(MiningOptions options) {
    Composition composition = options.composition();
    Constraints constraints = options.constraints();
    Optional<PositiveMargin> margin = constraints.margin();
    RankWindow window = constraints.window();
    return new RecordedOptions(
        options.policy().toString(),
        options.policy() instanceof QuantilePolicy.Scheduled scheduled
            ? Optional.of(lower(scheduled.draw()))
            : Optional.empty(),
        options.searchSpace(),
        options.batchSize(),
        options.levels(),
        options.epochs(),
        options.keepRemainder() ? "keep" : "drop",
        excluded(constraints),
        window.rangeMin(),
        Optional.of(window.rangeMax()).filter(end -> end != Integer.MAX_VALUE),
        window.anyScore() ? Optional.empty() : Optional.of(window.maxScore()),
        margin.map(PositiveMargin::absolute),
        margin.map(PositiveMargin::relative),
        margin.map(PositiveMargin::ownWeight).filter(weight -> weight != 1),
        margin.flatMap(PositiveMargin::witness).map(SecondWitness::part),
        Optional.of(constraints.truth()).filter(asked -> asked),
        Optional.of(composition.level())
            .filter(level -> level != Composition.Level.INSTANCE)
            .map(Composition.Level::label),
        Optional.of(composition.warp()).filter(warp -> warp != 1),
        Optional.of(composition.runLength()).filter(run -> run != Composition.WHOLE_BATCH),
        Optional.of(options.shuffledShards()).filter(shards -> shards > 0).map(n -> SHARDS + n));
  }

  /**
   * Returns the options that a provenance records.
   *
   * @throws RequestException if an option is missing, or is one that this release does not know: it
   *     may have changed every row
   */
  public static RecordedOptions of(Map<String, Object> recorded) {
    try {
      return Json.mapper()
          .readerFor(RecordedOptions.class)
          .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .readValue(Json.line(recorded));
    } catch (UnrecognizedPropertyException e) {
      throw new RequestException(
          "the provenance has options that this release does not know: " + e.getPropertyName());
    } catch (JsonProcessingException e) {
      throw new RequestException(
          "the provenance has a value that this release does not know: " + Json.reason(e));
    }
  }

  /** Returns the options by their names. */
  public Map<String, Object> byName() {
    return Json.mapper().convertValue(this, new TypeReference<>() {});
  }

  /**
   * Returns the options.
   *
   * @param graph the scheduler's graph, if the policy has one
   * @param veto the list of vetoes, if there is one
   * @throws RequestException if a value is one that this release does not know
   */
  public MiningOptions options(long seed, Optional<Path> graph, Optional<Path> veto) {
    try {
      return new MiningOptions(
          composition(graph),
          searchSpace,
          batchSize,
          quantileLevels,
          epochs,
          seed,
          remainder.equals("keep"),
          constraints(veto),
          shuffle.map(groups -> Integer.parseInt(groups.substring(SHARDS.length()))).orElse(0));
    } catch (IllegalArgumentException e) {
      throw new RequestException(
          "the provenance has a value that this release does not know: " + e.getMessage());
    }
  }

  private Composition composition(Optional<Path> graph) {
    QuantilePolicy policy = Policies.parse(quantiles).quantiles();
    if (policy instanceof QuantilePolicy.Scheduled) {
      policy =
          new QuantilePolicy.Scheduled(
              graph, QuantilePolicy.Draw.valueOf(draw.orElse("sample").toUpperCase(Locale.ROOT)));
    }
    return new Composition(
        policy,
        Composition.Level.valueOf(level.orElse("instance").toUpperCase(Locale.ROOT)),
        warp.orElse(1.0),
        runLength.orElse(Composition.WHOLE_BATCH));
  }

  private Constraints constraints(Optional<Path> veto) {
    Set<Exclusion> kinds = EnumSet.noneOf(Exclusion.class);
    OptionalDouble near = OptionalDouble.empty();
    for (String kind : exclude) {
      if (kind.startsWith(NEAR_IMAGE)) {
        near = OptionalDouble.of(Double.parseDouble(kind.substring(NEAR_IMAGE.length())));
      } else {
        kinds.add(Exclusion.ofLabel(kind));
      }
    }
    Optional<PositiveMargin> margin =
        relativeMargin.map(
            relative ->
                new PositiveMargin(
                    absoluteMargin.orElse(0f),
                    relative,
                    ownWeight.orElse(1f),
                    secondWitness.map(SecondWitness::new)));
    RankWindow window =
        new RankWindow(
            rangeMin, rangeMax.orElse(Integer.MAX_VALUE), maxScore.orElse(Float.POSITIVE_INFINITY));
    return new Constraints(kinds, veto, margin, truth.orElse(false), window, near);
  }

  private static SortedSet<String> excluded(Constraints constraints) {
    SortedSet<String> excluded = new TreeSet<>();
    constraints.exclusions().forEach(exclusion -> excluded.add(exclusion.label()));
    constraints.nearImages().ifPresent(cosine -> excluded.add(NEAR_IMAGE + cosine));
    return excluded;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
