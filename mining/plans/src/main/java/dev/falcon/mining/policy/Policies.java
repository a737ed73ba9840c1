// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/**
 * All policies by name: the only source of the names in flags, configurations, help texts and
 * errors.
 */
public final class Policies {
  /** The default policy. */
  public static final String DEFAULT = "falcon+";

  /** The learned scheduler's name. */
  public static final String SCHEDULER = "scheduler";

  private static final float HALF = 0.5f;

  private static final List<Entry> ALL =
      List.of(
          plain(
              DEFAULT,
              new QuantilePolicy.Fixed(1),
              Optional.of(PositiveMargin.FALCON_PLUS),
              "Falcon's own: margin:0.05, the hardest that is not suspected of being a match"),
          plain(
              SCHEDULER,
              QuantilePolicy.Scheduled.unnamed(),
              Optional.empty(),
              "q drawn from the learned scheduler, as in the paper",
              "falcon"),
          plain(
              "grit",
              new QuantilePolicy.Fixed(1),
              Optional.empty(),
              "q = 1: always the hardest, as in GRIT-VLP"),
          numbered(
              "fixed",
              "Q",
              q -> named("fixed:" + q, new QuantilePolicy.Fixed(q), Optional.empty()),
              "the same q always, in [0, 1]; may be written as Q alone"),
          numbered(
              "margin",
              "R",
              r ->
                  named(
                      "margin:" + r,
                      new QuantilePolicy.Fixed(1),
                      Optional.of(new PositiveMargin(0, (float) r))),
              "q = 1 among the candidates that a relative margin of R, in [0, 1], admits"),
          numbered(
              "shrunk",
              "R",
              r -> named("shrunk:" + r, new QuantilePolicy.Fixed(1), Optional.of(shrunk(r))),
              "margin:R, with own similarities shrunk halfway to their mean"),
          numbered(
              "witnessed",
              "R",
              r ->
                  named(
                      "witnessed:" + r,
                      new QuantilePolicy.Fixed(1),
                      Optional.of(shrunk(r).with(HALF, Optional.of(new SecondWitness(1))))),
              "shrunk:R with a second witness, for texts on both sides"),
          plain(
              "hardening",
              new QuantilePolicy.Hardening(),
              Optional.empty(),
              "q rises from 0 to 1 over the epochs"),
          plain(
              "softening",
              new QuantilePolicy.Softening(),
              Optional.empty(),
              "q falls from 1 to 0 over the epochs"),
          plain(
              "random",
              new QuantilePolicy.Random(),
              Optional.empty(),
              "q uniform in [0, 1], the control for the scheduler"),
          plain(
              "uniform",
              new QuantilePolicy.Uniform(),
              Optional.empty(),
              "batches drawn uniformly at random"),
          plain(
              "gcbs",
              new QuantilePolicy.Grouped(new NearestNeighbourOrder(NearestNeighbourOrder.QUANTILE)),
              Optional.empty(),
              "GCBS: batches along a Cuthill-McKee ordering of the space's most similar pairs"),
          numbered(
              "b3",
              "P",
              p ->
                  grouped(
                      "b3:" + whole("b3", p),
                      new Communities(whole("b3", p), Communities.JOINED, Communities.COMMUNITY)),
              "B3: communities of 32 in the graph of ranks P + 1 to P + 100; P is 30 in the paper"),
          numbered(
              "kmeans",
              "K",
              k -> grouped("kmeans:" + whole("kmeans", k), new Clusters(whole("kmeans", k))),
              "each batch within one of K clusters of the search space, as in TAS-B"),
          numbered(
              "simans",
              "B",
              b -> named("simans:" + b, new QuantilePolicy.Drawn(b), Optional.empty()),
              "SimANS: negatives drawn near the positive pair's similarity plus B"),
          new Entry(
              "oracle",
              "",
              List.of(),
              "q = 1 among the samples that, by the truth, match none in the batch",
              none ->
                  new NamedPolicy("oracle", new QuantilePolicy.Fixed(1), Optional.empty(), true)));

  private Policies() {}

  /**
   * A policy's name.
   *
   * @param name the name without the number
   * @param number the placeholder of the number after the colon; empty for none
   * @param aliases other spellings
   * @param meaning one line for help texts and documents
   * @param maker makes the policy from its number
   */
  public record Entry(
      String name,
      String number,
      List<String> aliases,
      String meaning,
      DoubleFunction<NamedPolicy> maker) {
    /** Returns the form in which the name is written, such as {@code fixed:Q}. */
    public String form() {
      return number.isEmpty() ? name : name + ":" + number;
    }
  }

  /** Returns all policies, in the order of the help. */
  public static List<Entry> all() {
    return ALL;
  }

  /** Returns all names in one line. */
  public static String names() {
    return ALL.stream().map(Entry::form).collect(Collectors.joining(", "));
  }

  /**
   * Returns the policy with a name.
   *
   * @param text the name, with its number if it has one
   * @throws RequestException if there is no such policy, or its number is out of range
   */
  public static NamedPolicy parse(String text) {
    return find(text)
        .orElseThrow(
            () -> new RequestException("no such policy: '" + text + "'; it is " + names()));
  }

  /**
   * Returns the policy with a name; empty if there is none.
   *
   * @throws RequestException if its number is out of range
   */
  public static Optional<NamedPolicy> find(String text) {
    String name = text.strip().toLowerCase(Locale.ROOT);
    for (Entry entry : ALL) {
      if (entry.number().isEmpty()) {
        if (entry.name().equals(name) || entry.aliases().contains(name)) {
          return Optional.of(entry.maker().apply(Double.NaN));
        }
      } else if (name.startsWith(entry.name())
          && name.length() > entry.name().length()
          && ":-".indexOf(name.charAt(entry.name().length())) >= 0) {
        // Names of runs have a hyphen instead of the colon.
        return number(name.substring(entry.name().length() + 1)).map(entry.maker()::apply);
      }
    }
    return number(name)
        .map(q -> named("fixed:" + q, new QuantilePolicy.Fixed(q), Optional.empty()));
  }

  private static Optional<Double> number(String text) {
    try {
      return Optional.of(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static PositiveMargin shrunk(double relative) {
    return new PositiveMargin(0, (float) relative).with(HALF, Optional.empty());
  }

  private static NamedPolicy named(
      String name, QuantilePolicy quantiles, Optional<PositiveMargin> margin) {
    return new NamedPolicy(name, quantiles, margin, false);
  }

  private static NamedPolicy grouped(String name, Grouping grouping) {
    return named(name, new QuantilePolicy.Grouped(grouping), Optional.empty());
  }

  private static int whole(String name, double number) {
    if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
      throw new RequestException(name + " takes a whole number; " + name + ":" + number);
    }
    return (int) number;
  }

  private static Entry plain(
      String name,
      QuantilePolicy quantiles,
      Optional<PositiveMargin> margin,
      String meaning,
      String... aliases) {
    return new Entry(name, "", List.of(aliases), meaning, none -> named(name, quantiles, margin));
  }

  private static Entry numbered(
      String name, String number, DoubleFunction<NamedPolicy> maker, String meaning) {
    return new Entry(name, number, List.of(), meaning, maker);
  }
}
