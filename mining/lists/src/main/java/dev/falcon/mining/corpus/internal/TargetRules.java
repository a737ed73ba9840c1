// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.WithheldShare;
import dev.falcon.mining.corpus.Withholding.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Chooses the weakest setting of a rule that meets a target of false negatives. */
public final class TargetRules {
  private static final double[] WITNESSES = {1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1};
  private static final float[] MARGINS = {0, 0.02f, 0.05f, 0.1f, 0.15f, 0.2f, 0.3f, 0.4f, 0.5f};
  private static final int[] RANKS = {0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100};

  private TargetRules() {}

  /**
   * A chosen rule.
   *
   * @param request the request with the chosen setting
   * @param share the share of false negatives measured with it
   */
  public record Chosen(CorpusRequest request, WithheldShare share) {}

  private record Setting(String name, CorpusRequest request) {}

  /**
   * Refuses a target that cannot be measured, before any work.
   *
   * @throws FalconException if no query has two positives, one of which can be withheld
   */
  public static void requireMeasurable(CorpusRequest request, PreparedRequest prepared) {
    if (request.withholding().target().isPresent()
        && !HeldOutPositives.isMeasurable(prepared.exclusions())) {
      throw new FalconException(
          request.sides().queries().folder()
              + ": no query has two known positives that nothing else excludes, of which one could"
              + " be withheld, so that no share of false negatives can be measured");
    }
  }

  /**
   * Measures one setting after another, from the weakest, and returns the first that meets the
   * target.
   *
   * @throws FalconException if none meets the target
   */
  public static Chosen choose(
      CorpusRequest request,
      Target target,
      HeldOutPositives withheld,
      OptionalInt depth,
      Progress progress) {
    WithheldShare last = WithheldShare.NONE;
    for (Setting setting : settings(request, target, depth)) {
      last = withheld.measure(setting.request(), depth, progress).of(setting.name());
      if (last.high() <= target.share()) {
        return new Chosen(setting.request(), last);
      }
    }
    throw new FalconException(
        String.format(
            Locale.ROOT,
            "%s: with %s, the strictest setting, %.4f of the negatives are withheld positives (95"
                + " %%: %.4f to %.4f), which is not below %s; withhold from more queries, or choose"
                + " by another rule",
            request.sides().queries().folder(),
            last.rule(),
            last.share(),
            last.low(),
            last.high(),
            target.share()));
  }

  private static List<Setting> settings(CorpusRequest request, Target target, OptionalInt depth) {
    List<Setting> settings = new ArrayList<>();
    String name = target.rule().label() + "=";
    ListFilters filters = request.filters();
    ListSelection selection = request.selection();
    switch (target.rule()) {
      case WITNESS -> {
        settings.add(new Setting("no witness", request.with(filters, selection, Optional.empty())));
        for (double part : WITNESSES) {
          settings.add(
              new Setting(
                  name + part,
                  request.with(filters, selection, Optional.of(new SecondWitness(part)))));
        }
      }
      case RELATIVE_MARGIN -> {
        PositiveMargin given = filters.margin().orElse(new PositiveMargin(0, 0));
        for (float relative : MARGINS) {
          ListFilters margin =
              filters.with(
                  new PositiveMargin(given.absolute(), relative)
                      .with(given.ownWeight(), Optional.empty()));
          settings.add(
              new Setting(
                  name + relative, request.with(margin, selection, request.search().witness())));
        }
      }
      case RANGE_MIN -> {
        int end = Math.min(depth.orElse(Integer.MAX_VALUE), selection.rangeMax());
        for (int rank : RANKS) {
          if (rank + selection.count() <= end) {
            settings.add(
                new Setting(
                    name + rank,
                    request.with(filters, selection.from(rank), request.search().witness())));
          }
        }
      }
    }
    return settings;
  }
}
