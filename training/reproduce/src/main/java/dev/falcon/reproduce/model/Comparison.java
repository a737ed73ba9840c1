// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.RequestException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The plan of a comparison: variants, seeds and the configuration that they share.
 *
 * @param name the name of the comparison
 * @param preset the preset on which all runs build; null if a configuration file names it
 * @param set the keys of the training configuration that all runs share, with dots, and their
 *     values
 * @param seeds the number of seeds of a variant that does not set its own, at least 1
 * @param baseline the variant from which differences are taken, seed by seed
 * @param pace the variant relative to whose time all times are reported
 * @param variants the variants, in the order of the tables
 * @param claims the variants that play the {@link Role}s of the paper's claims, by the role's key;
 *     claims about a role that no variant plays are not tested
 * @param published the paper's scores, shown beside those of this comparison; may be empty
 * @param references the names of the paper's further tables, see {@link Reference#NAMES}; may be
 *     empty
 * @param gate the condition to be met before the other variants run; null for none
 * @param downstream the fine-tuning of every run's checkpoint; null for none
 */
public record Comparison(
    String name,
    String preset,
    Map<String, JsonNode> set,
    int seeds,
    String baseline,
    String pace,
    List<Variant> variants,
    Map<String, String> claims,
    List<Published> published,
    List<String> references,
    @JsonInclude(JsonInclude.Include.NON_NULL) Gate gate,
    @JsonInclude(JsonInclude.Include.NON_NULL) Downstream downstream) {
  public Comparison {
    set = set == null ? Map.of() : set;
    claims = claims == null ? Map.of() : claims;
    published = published == null ? List.of() : published;
    references = references == null ? List.of() : references;
    references.forEach(Reference::requireKnown);
    if (variants == null || variants.isEmpty()) {
      throw new RequestException("a comparison must have variants");
    }
    if (seeds < 1) {
      throw new RequestException("seeds must be at least 1; seeds=" + seeds);
    }
    Set<String> names = new HashSet<>();
    for (Variant variant : variants) {
      if (!names.add(variant.name())) {
        throw new RequestException("two variants are called " + variant.name());
      }
    }
    requireOneOf(names, "baseline", baseline);
    requireOneOf(names, "pace", pace);
    if (gate != null) {
      requireOneOf(names, "gate.variant", gate.variant());
    }
    for (Map.Entry<String, String> claim : claims.entrySet()) {
      Role.of(claim.getKey());
      requireOneOf(names, "claims." + claim.getKey(), claim.getValue());
    }
    for (Published row : published) {
      if (row.variant() != null) {
        requireOneOf(names, "published '" + row.name() + "'", row.variant());
      }
    }
  }

  private static void requireOneOf(Set<String> names, String key, String value) {
    if (!names.contains(value)) {
      throw new RequestException(key + " must name a variant; " + key + "=" + value);
    }
  }

  /** Returns a copy with differences taken from another variant. */
  public Comparison withBaseline(String other) {
    return with(other, downstream);
  }

  /** Returns a copy in which every run's checkpoint is also fine-tuned. */
  public Comparison withDownstream(Downstream other) {
    return with(baseline, other);
  }

  private Comparison with(String otherBaseline, Downstream otherDownstream) {
    return new Comparison(
        name,
        preset,
        set,
        seeds,
        otherBaseline,
        pace,
        variants,
        claims,
        published,
        references,
        gate,
        otherDownstream);
  }

  /** Returns the number of seeds of a variant. */
  public int seedsOf(Variant variant) {
    return variant.seeds() > 0 ? variant.seeds() : seeds;
  }

  /**
   * Returns the variant with a name.
   *
   * @throws RequestException if there is none
   */
  public Variant variant(String wanted) {
    for (Variant variant : variants) {
      if (variant.name().equals(wanted)) {
        return variant;
      }
    }
    throw new RequestException(
        "no variant is called '"
            + wanted
            + "'; known are "
            + variants.stream().map(Variant::name).toList());
  }
}
