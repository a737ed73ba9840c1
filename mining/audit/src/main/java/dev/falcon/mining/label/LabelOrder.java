// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.statistics.labelled.LabelClusters;
import dev.falcon.data.statistics.labelled.ScoreBins;
import dev.falcon.data.statistics.labelled.ScoreStrata;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The drawn pairs in the order in which people are asked about them. Each place holds a random pair
 * of a random bin of the judge's scores. The pairs of every beginning of the order are therefore a
 * random sample within bins, wherever labelling stops.
 *
 * @param design the settings that fix the order
 * @param pairs the pairs, in the order
 * @param bins the bin of each pair, from 0 for the lowest scores {@code // [pairs]}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LabelOrder(LabelDesign design, List<LabelPair> pairs, int[] bins) {
  private static final String METADATA = "falcon.labels";
  private static final TableSchema SCHEMA =
      TableSchema.of(
          required("image_key", ColumnType.UTF8),
          required("text_key", ColumnType.UTF8),
          required("weight", ColumnType.FLOAT64),
          required("bin", ColumnType.INT32),
          required("image", ColumnType.INT32),
          required("caption", ColumnType.INT32));

  /** Draws the order of pairs. */
  public static LabelOrder draw(LabelDesign design, List<LabelPair> drawn) {
    float[] scores = new float[drawn.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = drawn.get(i).score();
    }
    int[] bins = ScoreBins.byRank(scores);
    int count = Arrays.stream(bins).max().orElse(0) + 1;
    int[][] waiting = new int[count][];
    double[] shares = new double[count];
    for (int bin = 0; bin < count; bin++) {
      int own = bin;
      waiting[bin] = IntStream.range(0, bins.length).filter(i -> bins[i] == own).toArray();
      design.random(bin + 1).shuffle(waiting[bin]);
    }
    for (int i = 0; i < bins.length; i++) {
      shares[bins[i]] += drawn.get(i).weight();
    }
    double all = Arrays.stream(shares).sum();
    double[] chances = ScoreBins.chances(Arrays.stream(shares).map(share -> share / all).toArray());
    int[] taken = new int[count];
    RandomStream random = design.random(0);
    List<LabelPair> pairs = new ArrayList<>(drawn.size());
    int[] ordered = new int[bins.length];
    while (pairs.size() < drawn.size()) {
      int bin = next(chances, random.nextDouble());
      ordered[pairs.size()] = bin;
      pairs.add(drawn.get(waiting[bin][taken[bin]++]));
      if (taken[bin] == waiting[bin].length) {
        chances[bin] = 0;
      }
    }
    return new LabelOrder(design, List.copyOf(pairs), ordered);
  }

  /** Returns the bin in which a uniform number falls, among those with remaining pairs. */
  private static int next(double[] chances, double uniform) {
    double left = uniform * Arrays.stream(chances).sum();
    int last = 0;
    for (int bin = 0; bin < chances.length; bin++) {
      if (chances[bin] > 0) {
        last = bin;
        left -= chances[bin];
        if (left < 0) {
          return bin;
        }
      }
    }
    return last;
  }

  /** Returns the identity of the order: a digest of its pairs and their bins. */
  public String digest() {
    MessageDigest digest = Sha256.digest();
    digest.update(Json.line(design).getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < bins.length; i++) {
      LabelPair pair = pairs.get(i);
      String line = pair.imageKey() + '\0' + pair.textKey() + '\0' + bins[i] + '\n';
      digest.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return Sha256.hex(digest);
  }

  /** Returns the pairs in the form that the estimate needs. */
  ScoreStrata strata() {
    return new ScoreStrata(
        bins,
        pairs.stream().mapToDouble(LabelPair::weight).toArray(),
        new LabelClusters(
            pairs.stream().mapToInt(LabelPair::image).toArray(),
            pairs.stream().mapToInt(LabelPair::caption).toArray()));
  }

  /** Writes the order as a table. */
  void write(Path file) {
    Map<String, String> metadata = Map.of(METADATA, Json.line(design));
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, SCHEMA, metadata)) {
      for (int i = 0; i < bins.length; i++) {
        LabelPair pair = pairs.get(i);
        table
            .setString(0, pair.imageKey())
            .setString(1, pair.textKey())
            .setDouble(2, pair.weight())
            .setInt(3, bins[i])
            .setInt(4, pair.image())
            .setInt(5, pair.caption())
            .endRow();
      }
      table.commit();
    }
  }

  /** Returns whether a file is an order of labels; false if it cannot be read. */
  static boolean isOne(Path file) {
    if (!Folders.isFile(file)) {
      return false;
    }
    try (TableReader table = TableReader.open(file)) {
      return table.metadata().containsKey(METADATA);
    } catch (FalconException e) {
      return false;
    }
  }

  /** Reads an order; its pairs have no scores. */
  static LabelOrder read(Path file) {
    List<LabelPair> pairs = new ArrayList<>();
    IntStream.Builder bins = IntStream.builder();
    try (TableReader table = TableReader.open(file)) {
      String design = table.metadata().get(METADATA);
      int imageKey = table.column(ColumnType.UTF8, "image_key");
      int textKey = table.column(ColumnType.UTF8, "text_key");
      int weight = table.column(ColumnType.FLOAT64, "weight");
      int bin = table.column(ColumnType.INT32, "bin");
      int image = table.column(ColumnType.INT32, "image");
      int caption = table.column(ColumnType.INT32, "caption");
      if (design == null) {
        throw new FalconException(file + ": is not an order of labels, as falcon label writes it");
      }
      while (table.next()) {
        pairs.add(
            new LabelPair(
                table.getString(imageKey),
                table.getString(textKey),
                table.getDouble(weight),
                table.getInt(image),
                table.getInt(caption),
                Float.NaN));
        bins.add(table.getInt(bin));
      }
      return new LabelOrder(
          Json.mapper().readValue(design, LabelDesign.class),
          List.copyOf(pairs),
          bins.build().toArray());
    } catch (IOException e) {
      throw new FalconException(file + ": is not an order of labels: " + e.getMessage(), e);
    }
  }
}
