// B1 to B13: tablesaw.
// maven: tech.tablesaw:tablesaw-core:0.44.4 org.slf4j:slf4j-nop:1.7.36
import java.io.*;
import java.util.*;
import tech.tablesaw.aggregate.AggregateFunctions;
import tech.tablesaw.api.*;
import tech.tablesaw.columns.Column;
import tech.tablesaw.io.csv.CsvReadOptions;

final class Tablesaw {
  public static void main(String[] arguments) {
    values("B1", "0001\n0002");
    values("B2", "null\na cat\nNA\n*\nN/A\nNaN");
    values("B3", "0.5\nnan");
    values("B3", "0.5\nNaN");
    values("B3", "0.5\nInfinity");
    values("B4", "1\n18446744073709551615\n18446744073709551614");
    Seen.say("B5", "100,000 numbers and then a text", () -> csv("1\n".repeat(100_000) + "a cat").type());

    Seen.say("B6", "rows of the keys 1 1 1 0, sorted",
        () -> Table.create(IntColumn.create("key", new int[] {1, 1, 1, 0}), IntColumn.indexColumn("row", 4, 0)).sortOn("key").column("row").asList());
    Seen.say("B7", "sorted ascending", () -> sorted(true));
    Seen.say("B7", "sorted descending", () -> sorted(false));
    Seen.say("B7", "top(2) and bottom(2) of 1, missing, 3, 2", () -> List.of(scores().top(2).asList(), scores().bottom(2).asList()));
    Seen.say("B8", "percentile(25) of 1 to 4", () -> DoubleColumn.create("n", 1, 2, 3, 4).percentile(25));
    Seen.say("B9", "mean and standard deviation of 1, missing, 3, 2", () -> List.of(scores().mean(), scores().standardDeviation()));

    Seen.say("B10", "rows of an inner join of the keys a, missing with the same", () -> {
      var left = Table.create(StringColumn.create("key", "a", ""), IntColumn.create("l", new int[] {1, 2}));
      var right = Table.create(StringColumn.create("key", "a", ""), IntColumn.create("r", new int[] {3, 4}));
      return left.joinOn("key").inner(right).rowCount();
    });
    Seen.say("B10", "means by the keys a, missing, missing", () -> {
      var table = Table.create(StringColumn.create("key", "a", "", ""), DoubleColumn.create("n", 1, 2, 4));
      return table.summarize("n", AggregateFunctions.mean).by("key").column(1).asList();
    });
    var other = DoubleColumn.create("other", 2, 1, 4, 3);
    Seen.say("B11", "Pearson's with a missing value", () -> scores().pearsons(other));
    Seen.say("B11", "Spearman's", () -> scores().spearmans(other));
    Seen.say("B11", "Kendall's", () -> scores().kendalls(other));
    Seen.say("B12", "rows below 3, from 1 on, not equal to 3",
        () -> List.of(scores().isLessThan(3).size(), scores().isGreaterThanOrEqualTo(1).size(), scores().isNotEqualTo(3).size()));
    Seen.say("B13", "of 1000 floats, those that come back from CSV with other bits", () -> {
      float[] floats = new float[1000];
      var random = new SplittableRandom(1);
      for (int i = 0; i < floats.length; i++) {
        floats[i] = (float) (random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-20, 20)));
      }
      var written = new StringWriter();
      Table.create(FloatColumn.create("n", floats)).write().csv(written);
      var read = (NumericColumn<?>) Table.read().usingOptions(CsvReadOptions.builder(new StringReader(written.toString()))).column(0);
      int differing = 0;
      for (int i = 0; i < floats.length; i++) {
        differing += (float) read.getDouble(i) == floats[i] ? 0 : 1;
      }
      return differing;
    });
  }

  static DoubleColumn scores() {
    return DoubleColumn.create("score", 1, Double.NaN, 3, 2);
  }

  static List<?> sorted(boolean ascending) {
    var table = Table.create(scores());
    return (ascending ? table.sortAscendingOn("score") : table.sortDescendingOn("score")).column(0).asList();
  }

  static void values(String key, String values) {
    Seen.say(key, values.replace("\n", " "), () -> {
      var column = csv(values);
      return column.type() + " " + column.asList() + ", missing " + column.countMissing() + ", different " + column.countUnique();
    });
  }

  static Column<?> csv(String values) {
    return Table.read().usingOptions(CsvReadOptions.builder(new StringReader("column\n" + values + "\n"))).column(0);
  }
}
