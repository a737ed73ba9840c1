package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.PositiveMargin;

/**
 * How batches are composed after the first epoch, which is always uniform.
 *
 * @param name {@code uniform}; {@code albef} (uniform, with ALBEF's momentum and queue); {@code
 *     grit} (the hardest candidate); {@code fixed:q}; {@code hardening} and {@code softening} (q
 *     rises from 0 to 1, or falls, over the epochs); {@code falcon} (the scheduler chooses q);
 *     {@code random} (q uniform in [0, 1]); {@code margin:m} (the hardest candidate that a relative
 *     margin of m makes suspect for none of the batch); {@code oracle} (the hardest that is truly
 *     false for all of the batch; Scenes only)
 * @param searchSpace |M|, pairs a search space
 * @param level whether every anchor has a quantile of its own or the batch has one
 * @param warp q becomes 1 - (1 - q)^warp, which stretches the top ranks; 1 leaves q as it is
 */
public record MethodConfig(String name, int searchSpace, Level level, double warp) {
  public MethodConfig {
    Checks.atLeast("method.search_space", searchSpace, 2);
    Checks.inRange("method.warp", warp, 1, 100);
    parse(name);
  }

  /** The method that the name stands for. */
  @JsonIgnore
  public Method method() {
    return parse(name);
  }

  private static Method parse(String name) {
    if (name.startsWith("fixed:")) {
      return new Method.Fixed(number(name, "q of fixed:q"));
    }
    if (name.startsWith("margin:")) {
      return new Method.Margin((float) number(name, "m of margin:m"));
    }
    return switch (name) {
      case "uniform" -> new Method.Uniform();
      case "albef" -> new Method.Albef();
      case "grit" -> new Method.Fixed(1);
      case "falcon+" -> new Method.Margin(PositiveMargin.FALCON_PLUS.relative());
      case "hardening" -> new Method.Hardening();
      case "softening" -> new Method.Softening();
      case "falcon" -> new Method.Falcon();
      case "random" -> new Method.Random();
      case "oracle" -> new Method.Oracle();
      default ->
          throw new RequestException(
              "method.name must be uniform, albef, grit, fixed:q, margin:m, hardening, softening,"
                  + " falcon, falcon+, random or oracle; name="
                  + name);
    };
  }

  /** The number behind the colon, in [0, 1]. */
  private static double number(String name, String what) {
    double number;
    try {
      number = Double.parseDouble(name.substring(name.indexOf(':') + 1));
    } catch (NumberFormatException e) {
      throw new RequestException("method.name: the " + what + " must be a number; name=" + name);
    }
    if (!(number >= 0 && number <= 1)) {
      throw new RequestException("method.name: the " + what + " must be in [0, 1]; name=" + name);
    }
    return number;
  }

  /** Whose the quantile is. */
  public enum Level {
    /** Every anchor's own. */
    @JsonProperty("instance")
    INSTANCE,
    /** One for the batch. */
    @JsonProperty("batch")
    BATCH
  }
}
