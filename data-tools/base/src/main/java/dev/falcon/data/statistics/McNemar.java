// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * McNemar's test of two models on the same items: only items that one of them has right and the
 * other wrong say which is better.
 *
 * @param won the number of items that only the second has right
 * @param lost the number of items that only the first has right
 */
public record McNemar(int won, int lost) {
  /** With fewer discordant items, no outcome has a two-sided p below 0.05. */
  public static final int FEWEST = 6;

  /** Returns whether there are too few discordant items for any result. */
  public boolean cannotTell() {
    return won + lost < FEWEST;
  }

  /**
   * Returns the exact two-sided p: twice the probability of as few wins, or losses, in won + lost
   * fair throws, at most 1. It is computed in whole numbers.
   */
  public double exact() {
    return Math.min(1, 2 * tail());
  }

  /** Returns the two-sided mid-p, in which the observed outcome counts one half. */
  public double mid() {
    return Math.min(1, 2 * tail() - share(term(Math.min(won, lost))));
  }

  private double tail() {
    int throwsInAll = won + lost;
    BigInteger term = BigInteger.ONE;
    BigInteger sum = BigInteger.ONE;
    for (int i = 0; i < Math.min(won, lost); i++) {
      term = term.multiply(BigInteger.valueOf(throwsInAll - i)).divide(BigInteger.valueOf(i + 1L));
      sum = sum.add(term);
    }
    return share(sum);
  }

  /** Returns the number of ways in which this many of the throws are wins. */
  private BigInteger term(int wins) {
    BigInteger term = BigInteger.ONE;
    for (int i = 0; i < wins; i++) {
      term = term.multiply(BigInteger.valueOf(won + lost - i)).divide(BigInteger.valueOf(i + 1L));
    }
    return term;
  }

  private double share(BigInteger ways) {
    return new BigDecimal(ways)
        .divide(new BigDecimal(BigInteger.ONE.shiftLeft(won + lost)), MathContext.DECIMAL128)
        .doubleValue();
  }
}
