package dev.falcon.mining;

import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * The request that a plan's provenance records: the inverse of {@link MiningOptions#describe}.
 *
 * @param provenance the provenance of the plan
 */
public record RecordedPlan(Provenance provenance) {
  private static final String COMMAND = "mine";
  private static final String CORPUS = "direction";

  /** Returns whether the provenance records a plan, which has search spaces. */
  public boolean isOfSearchSpaces() {
    return provenance.command().equals(COMMAND)
        && options().containsKey("search-space")
        && !options().containsKey(CORPUS);
  }

  private boolean scheduled() {
    return Policies.SCHEDULER.equals(text("quantiles", ""));
  }

  /**
   * Returns the recorded request.
   *
   * @param store the store that was mined
   * @param graph the scheduler's graph, if the plan has one
   * @param vetoes the list of vetoes, if the plan has one
   * @param output the file or folder to write
   * @throws RequestException if the record lacks an option, or holds one that this release does not
   *     know
   */
  public MiningRequest request(
      EmbeddingStore store,
      Optional<Path> graph,
      Optional<Path> vetoes,
      Path output,
      MiningRequest.Execution execution) {
    try {
      MiningOptions mining = mining(graph, vetoes);
      requireKnown(mining);
      return new MiningRequest(store, mining, output, format(), execution, true);
    } catch (IllegalArgumentException e) {
      throw new RequestException(
          "the provenance has a value that this release does not know: " + e.getMessage());
    }
  }

  /** Refuses options that this release does not know, since they may have changed every row. */
  private void requireKnown(MiningOptions mining) {
    Set<String> unknown = new TreeSet<>(options().keySet());
    unknown.removeAll(MiningPlan.provenance(mining, format(), List.of(), 0).options().keySet());
    unknown.remove("shuffle"); // which large plans alone record
    if (!unknown.isEmpty()) {
      throw new RequestException(
          "the provenance has options that this release does not know: "
              + String.join(", ", unknown));
    }
  }

  /** Returns the format of the tables. */
  public TableFormat format() {
    return TableFormat.ofLabel(text("output-format", "parquet"));
  }

  private MiningOptions mining(Optional<Path> graph, Optional<Path> vetoes) {
    String shuffle = text("shuffle", "");
    return new MiningOptions(
        composition(graph),
        number("search-space").intValue(),
        number("batch-size").intValue(),
        number("quantile-levels").intValue(),
        number("epochs").intValue(),
        provenance.seed(),
        text("remainder", "drop").equals("keep"),
        new Constraints(
            exclusions(),
            vetoes,
            margin(),
            Boolean.TRUE.equals(options().get("truth")),
            window(),
            nearImages()),
        shuffle.startsWith("shards:") ? Integer.parseInt(shuffle.substring(7)) : 0);
  }

  private Composition composition(Optional<Path> graph) {
    QuantilePolicy policy = Policies.parse(text("quantiles", "")).quantiles();
    if (scheduled()) {
      QuantilePolicy.Draw draw =
          QuantilePolicy.Draw.valueOf(text("draw", "sample").toUpperCase(Locale.ROOT));
      policy = new QuantilePolicy.Scheduled(graph, draw);
    }
    return new Composition(
        policy,
        Composition.Level.valueOf(text("level", "instance").toUpperCase(Locale.ROOT)),
        options().containsKey("warp") ? number("warp").doubleValue() : 1,
        options().containsKey("run-length")
            ? number("run-length").intValue()
            : Composition.WHOLE_BATCH);
  }

  private Set<Exclusion> exclusions() {
    Set<Exclusion> chosen = EnumSet.noneOf(Exclusion.class);
    if (options().get("exclude") instanceof Iterable<?> labels) {
      for (Object label : labels) {
        for (Exclusion exclusion : Exclusion.values()) {
          if (exclusion.label().equals(label)) {
            chosen.add(exclusion);
          }
        }
      }
    }
    return chosen;
  }

  private OptionalDouble nearImages() {
    String prefix = Constraints.NEAR_IMAGE + ":";
    if (options().get("exclude") instanceof Iterable<?> labels) {
      for (Object label : labels) {
        if (label.toString().startsWith(prefix)) {
          return OptionalDouble.of(Double.parseDouble(label.toString().substring(prefix.length())));
        }
      }
    }
    return OptionalDouble.empty();
  }

  private Optional<PositiveMargin> margin() {
    if (options().get("relative-margin") == null) {
      return Optional.empty();
    }
    Object witness = options().get("second-witness");
    float weight = options().containsKey("own-weight") ? number("own-weight").floatValue() : 1;
    return Optional.of(
        new PositiveMargin(
            number("absolute-margin").floatValue(),
            number("relative-margin").floatValue(),
            weight,
            witness instanceof Number part
                ? Optional.of(new SecondWitness(part.doubleValue()))
                : Optional.empty()));
  }

  private RankWindow window() {
    Object most = options().get("range-max");
    Object score = options().get("max-score");
    return new RankWindow(
        number("range-min").intValue(),
        most instanceof Number range ? range.intValue() : Integer.MAX_VALUE,
        score instanceof Number max ? max.floatValue() : Float.POSITIVE_INFINITY);
  }

  private Map<String, Object> options() {
    return provenance.options();
  }

  private String text(String option, String otherwise) {
    Object value = options().get(option);
    return value == null ? otherwise : value.toString();
  }

  private Number number(String option) {
    if (options().get(option) instanceof Number number) {
      return number;
    }
    throw new RequestException(
        "the provenance has no number as " + option + "; it has " + options().get(option));
  }
}
