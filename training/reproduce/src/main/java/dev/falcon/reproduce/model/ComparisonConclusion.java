// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import dev.falcon.reproduce.model.ComparisonResult.VariantResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** States the result of a comparison in sentences, with a caution if they cannot be trusted. */
public final class ComparisonConclusion {
  /** The end of the names of comparisons that are too short to decide anything. */
  private static final String QUICK = "-quick";

  /** The variant of the default policy. */
  private static final String FALCON_PLUS = "margin-0.05";

  private static final List<Measure> CHIEF =
      List.of(Measure.TRUE_R1, Measure.TRUTH_IMG_MAP, Measure.IMG_R1);

  private ComparisonConclusion() {}

  /** Returns the caution of a quick comparison; empty for any other. */
  public static Optional<String> caution(ComparisonResult result) {
    return result.name().endsWith(QUICK)
        ? Optional.of(
            "A quick comparison shows that everything runs, not which policy wins: it ends before"
                + " matching has learned much, and longer runs order the policies otherwise."
                + " Differences and their stars are of these short runs alone."
                + (result.variants().stream().anyMatch(v -> v.name().equals(FALCON_PLUS))
                    ? " " + FALCON_PLUS + " is the policy falcon+."
                    : ""))
        : Optional.empty();
  }

  /**
   * Returns a sentence with the variants that are clearly better and clearly worse than the
   * baseline; empty if no difference is known. The measure is the first that the comparison has of
   * true R@1 after re-ranking, true mAP and IR@1.
   */
  public static Optional<String> sentence(ComparisonResult result) {
    return CHIEF.stream()
        .filter(
            measure ->
                others(result).stream().anyMatch(v -> v.differences().containsKey(measure.key())))
        .findFirst()
        .map(measure -> sentence(result, measure));
  }

  private static List<VariantResult> others(ComparisonResult result) {
    return result.variants().stream()
        .filter(variant -> !variant.name().equals(result.baseline()))
        .toList();
  }

  private static String sentence(ComparisonResult result, Measure measure) {
    List<VariantResult> measured =
        others(result).stream()
            .filter(variant -> variant.differences().containsKey(measure.key()))
            .sorted(
                Comparator.comparingDouble(
                    (VariantResult variant) -> -variant.differences().get(measure.key()).mean()))
            .toList();
    List<VariantResult> better = new ArrayList<>();
    List<VariantResult> worse = new ArrayList<>();
    List<VariantResult> neither = new ArrayList<>();
    for (VariantResult variant : measured) {
      ComparisonResult.Difference difference = variant.differences().get(measure.key());
      (!difference.clear() ? neither : difference.mean() > 0 ? better : worse).add(variant);
    }
    String label = measure == Measure.TRUE_R1 ? "true R@1 re-ranked" : measure.label();
    String baseline = result.baseline();
    return "By "
        + label
        + (better.isEmpty()
            ? ", no variant is clearly better than " + baseline
            : ", clearly better than " + baseline + ": " + listed(better, measure))
        + (worse.isEmpty() ? "" : "; clearly worse: " + listed(worse, measure))
        + (neither.isEmpty()
            ? ""
            : "; neither: "
                + neither.stream().map(VariantResult::name).collect(Collectors.joining(", ")))
        + ".";
  }

  private static String listed(List<VariantResult> variants, Measure measure) {
    return variants.stream()
        .map(
            variant ->
                String.format(
                    Locale.ROOT,
                    "%s (%+.1f)",
                    variant.name(),
                    variant.differences().get(measure.key()).mean()))
        .collect(Collectors.joining(", "));
  }

  /** Returns all sentences, the caution first. */
  public static List<String> sentences(ComparisonResult result) {
    List<String> sentences = new ArrayList<>();
    caution(result).ifPresent(sentences::add);
    sentence(result).ifPresent(sentences::add);
    return sentences;
  }
}
