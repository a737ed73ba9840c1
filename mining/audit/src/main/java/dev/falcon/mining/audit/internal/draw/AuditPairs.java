// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.audit.request.Stratum;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/** A growing list of pairs, stored by column: 17 bytes per pair, a fifth of what objects take. */
public final class AuditPairs extends AbstractList<AuditPair> implements RandomAccess {
  private static final Direction[] DIRECTIONS = Direction.values();

  private int[] strata = new int[1024];
  private byte[] directions = new byte[1024];
  private int[] anchors = new int[1024];
  private int[] candidates = new int[1024];
  private float[] quantiles = new float[1024];
  private int size;

  @Override
  @SuppressWarnings("EnumOrdinal") // undone by get, and never written to a file
  public boolean add(AuditPair pair) {
    if (size == strata.length) {
      int length = (int) Math.min(Integer.MAX_VALUE - 8, size * 3L / 2);
      strata = Arrays.copyOf(strata, length);
      directions = Arrays.copyOf(directions, length);
      anchors = Arrays.copyOf(anchors, length);
      candidates = Arrays.copyOf(candidates, length);
      quantiles = Arrays.copyOf(quantiles, length);
    }
    strata[size] = pair.stratum();
    directions[size] = (byte) pair.direction().ordinal();
    anchors[size] = pair.anchor();
    candidates[size] = pair.candidate();
    quantiles[size++] = pair.quantile();
    return true;
  }

  @Override
  public AuditPair get(int index) {
    return new AuditPair(
        strata[index],
        DIRECTIONS[directions[index]],
        anchors[index],
        candidates[index],
        quantiles[index]);
  }

  @Override
  public int size() {
    return size;
  }

  /**
   * Pairs drawn from strata.
   *
   * @param strata the strata, by number
   * @param pairs the pairs, by stratum
   * @param pairsForPrecision the number of pairs that the requested precision needs, if more than
   *     may be drawn; null otherwise
   */
  record Sampled(List<Stratum> strata, AuditPairs pairs, Long pairsForPrecision) {}
}
