package dev.falcon.training.internal.comparison.claim;

import dev.falcon.training.comparison.design.Role;
import dev.falcon.training.comparison.result.ComparisonResult.VariantResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which variants play the parts of the paper's claims. */
public record Cast(String baseline, Map<String, String> roles, List<VariantResult> variants) {
  /** The player from whom differences are taken. */
  static final String BASELINE = "the baseline";

  /** The variant of a role; empty where nobody plays it. */
  Optional<VariantResult> variant(String player) {
    String wanted = player.equals(BASELINE) ? baseline : roles.get(player);
    return variants.stream().filter(variant -> variant.name().equals(wanted)).findFirst();
  }

  /** The variant's name, or the role's where nobody plays it. */
  String name(String player) {
    return variant(player).map(VariantResult::name).orElse(player);
  }

  /** Whether one variant plays both. */
  boolean same(Role one, Role other) {
    return roles.containsKey(one.key()) && roles.get(one.key()).equals(roles.get(other.key()));
  }
}
