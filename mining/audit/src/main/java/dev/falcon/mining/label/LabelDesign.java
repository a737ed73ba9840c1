// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.RandomStream;
import dev.falcon.data.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * The settings that fix the order of the pairs before the first answer.
 *
 * @param kind the kind of the negatives, such as {@code hardest}
 * @param quantile the quantile of the negatives; null for all of the kind
 * @param judge the judge whose scores define the bins; null for a single bin
 * @param seed the seed of the draws
 * @param draw the digest of the drawn pairs
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LabelDesign(String kind, Double quantile, String judge, long seed, String draw) {
  private static final String PURPOSE = "audit labels ";

  /** Returns the name of the negatives, such as {@code hardest} or {@code quantile 0.9}. */
  public String negatives() {
    return quantile == null ? kind : kind + " " + quantile;
  }

  /**
   * Returns the random numbers of one part of the order: part 0 draws the bins, each part from 1 on
   * the pairs of one bin.
   */
  RandomStream random(int part) {
    return RandomStream.of(seed, PURPOSE + negatives(), part);
  }

  /** Returns the digest of drawn pairs: of their keys and weights, not of their scores. */
  public static String digest(List<LabelPair> pairs) {
    MessageDigest digest = Sha256.digest();
    pairs.stream()
        .map(pair -> pair.imageKey() + '\0' + pair.textKey() + '\0' + pair.weight() + '\n')
        .sorted()
        .forEach(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
    return Sha256.hex(digest);
  }
}
