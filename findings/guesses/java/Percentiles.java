// QJ1 to QJ9: quantiles, ranks and correlations.
// maven: org.apache.commons:commons-math3:3.6.1 org.apache.commons:commons-statistics-descriptive:1.1 com.google.guava:guava:33.4.8-jre com.tdunning:t-digest:3.3 org.apache.datasketches:datasketches-java:6.2.0
import com.google.common.math.Quantiles;
import com.tdunning.math.stats.TDigest;
import org.apache.commons.math3.stat.correlation.*;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.statistics.descriptive.*;
import org.apache.datasketches.kll.KllDoublesSketch;

final class Percentiles {
  static TDigest digest(double... values) {
    TDigest digest = TDigest.createDigest(100);
    for (double value : values) {
      digest.add(value);
    }
    return digest;
  }

  public static void main(String[] arguments) {
    double[] four = {1, 2, 3, 4};
    double[] nan = {1, 2, 3, Double.NaN};
    double[] five = {1, 2, 3, 4, 5};
    Seen.say("QJ1", "Commons Math, 25th of 1 to 4", () -> new Percentile().evaluate(four, 25));
    Seen.say("QJ2", "Commons Math, median with NaN", () -> new Percentile().evaluate(nan, 50));
    Seen.say("QJ2", "Commons Statistics, median with NaN", () -> Median.withDefaults().evaluate(nan.clone()));
    Seen.say("QJ3", "Commons Statistics, 25th of 1 to 4", () -> Quantile.withDefaults().evaluate(four.clone(), 0.25));
    Seen.say("QJ4", "Guava, 25th of 1 to 4", () -> Quantiles.percentiles().index(25).compute(four));
    Seen.say("QJ4", "Guava, median with NaN", () -> Quantiles.percentiles().index(50).compute(nan));
    Seen.say("QJ5", "t-digest, median of 1 to 4", () -> digest(four).quantile(0.5));
    Seen.say("QJ5", "t-digest, 0.9 of 1 to 5", () -> digest(five).quantile(0.9));
    Seen.say("QJ6", "t-digest, NaN", () -> digest(nan).size());
    Seen.say("QJ6", "t-digest, median with an infinity", () -> digest(1, 2, 3, Double.POSITIVE_INFINITY).quantile(0.5));
    Seen.say("QJ7", "t-digest, cdf of 5 among 1 to 5", () -> digest(five).cdf(5));
    Seen.say("QJ8", "KLL sketch, number, 25th and rank of 2", () -> {
      KllDoublesSketch sketch = KllDoublesSketch.newHeapInstance(200);
      for (double value : new double[] {1, 2, 3, 4, Double.NaN}) {
        sketch.update(value);
      }
      return new double[] {sketch.getN(), sketch.getQuantile(0.25), sketch.getRank(2)};
    });
    Seen.say("QJ9", "Pearson with a constant", () -> new PearsonsCorrelation().correlation(new double[] {1, 1, 1}, new double[] {1, 2, 3}));
    Seen.say("QJ9", "Pearson with NaN", () -> new PearsonsCorrelation().correlation(nan, four));
    Seen.say("QJ9", "Spearman with NaN", () -> new SpearmansCorrelation().correlation(nan, four));
    Seen.say("QJ9", "Spearman with ties", () -> new SpearmansCorrelation().correlation(new double[] {1, 1, 2, 3}, four));
  }
}
