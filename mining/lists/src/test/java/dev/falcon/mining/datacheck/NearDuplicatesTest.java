// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.datacheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.datacheck.DataCheckResult.ImagePair;
import dev.falcon.mining.datacheck.DataCheckResult.NearRecall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Near duplicates beside those of a comparison of all rows in plain Java. */
class NearDuplicatesTest {
  private static final int DIMENSION = 24;
  private static final double NEAR = 0.98;
  private static final int ALL = Integer.MAX_VALUE;

  @TempDir Path folder;

  /** A row of a store, whose key is its stem and the number of a caption. */
  private record Row(String stem, int caption, Optional<String> image, float[] vector) {
    String key() {
      return stem + "#" + caption;
    }

    boolean isOfTheImageOf(Row other) {
      if (image.isPresent() || other.image.isPresent()) {
        return image.equals(other.image);
      }
      return stem.equals(other.stem) || Arrays.equals(vector, other.vector);
    }
  }

  /** Returns the first row of each image. */
  private static List<Row> images(List<Row> rows) {
    List<Row> images = new ArrayList<>();
    for (int x = 0; x < rows.size(); x++) {
      if (rows.subList(0, x).stream().noneMatch(rows.get(x)::isOfTheImageOf)) {
        images.add(rows.get(x));
      }
    }
    return images;
  }

  private static double cosine(float[] a, float[] b) {
    double product = 0;
    double one = 0;
    double other = 0;
    for (int k = 0; k < a.length; k++) {
      product += (double) a[k] * b[k];
      one += (double) a[k] * a[k];
      other += (double) b[k] * b[k];
    }
    return product / Math.sqrt(one * other);
  }

  private static Set<Set<String>> pairs(List<Row> images) {
    Set<Set<String>> pairs = new HashSet<>();
    for (int a = 0; a < images.size(); a++) {
      for (int b = 0; b < a; b++) {
        if (cosine(images.get(a).vector(), images.get(b).vector()) >= NEAR) {
          pairs.add(Set.of(images.get(a).key(), images.get(b).key()));
        }
      }
    }
    return pairs;
  }

  /** Every tenth row is near an earlier one, and every fiftieth has the vector of another. */
  private static List<Row> rows(int count, boolean named) {
    RandomStream random = RandomStream.of(count, "rows");
    List<Row> rows = new ArrayList<>();
    for (int x = 0; x < count; x++) {
      float[] vector = new float[DIMENSION];
      float[] like = x == 0 ? vector : rows.get(random.nextInt(x)).vector();
      double noise = x % 10 == 0 ? 0.1 : 3;
      for (int k = 0; k < DIMENSION; k++) {
        vector[k] = like[k] + (float) (noise * random.nextGaussian());
      }
      boolean copy = x % 50 == 49;
      boolean second = x % 7 == 3;
      rows.add(
          new Row(
              "k" + (second ? x - 1 : x),
              second ? 1 : 0,
              named && x % 9 < 7 ? Optional.of("i" + (x % 5 == 4 ? x - 1 : x)) : Optional.empty(),
              copy ? like.clone() : vector));
    }
    return rows;
  }

  private EmbeddingStore store(String name, List<Row> rows) {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            DIMENSION,
            500,
            true,
            false,
            Provenance.of("test", 0, Map.of(), List.of()));
    try (StoreWriter writer = StoreWriter.open(folder.resolve(name), options, false)) {
      for (Row row : rows) {
        writer.append(row.key(), row.image(), Optional.empty(), row.vector(), 0, row.vector(), 0);
      }
      writer.finish();
    }
    return EmbeddingStore.open(folder.resolve(name));
  }

  private static NearDuplicates.Found find(
      EmbeddingStore store, int shown, int mostExact, int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      DistinctImages images = DistinctImages.of(store, Progress.NONE);
      return new NearDuplicates(images, NEAR, shown, mostExact, parallel, Progress.NONE).find();
    }
  }

  private static Set<Set<String>> keys(List<ImagePair> pairs) {
    return pairs.stream().map(pair -> Set.of(pair.keyA(), pair.keyB())).collect(Collectors.toSet());
  }

  @Test
  void comparesAllImagesOfAFewThousand() {
    List<Row> rows = rows(2_500, false);
    List<Row> images = images(rows);
    Set<Set<String>> right = pairs(images);
    NearDuplicates.Found found = find(store("few", rows), right.size(), ALL, 2);

    assertThat(right.size()).isGreaterThan(200);
    assertThat(found.images()).isEqualTo(images.size());
    assertThat(found.pairs()).isEqualTo(right.size());
    assertThat(keys(found.nearest())).isEqualTo(right);
    assertThat(found.nearest())
        .isSortedAccordingTo(
            Comparator.comparingDouble((ImagePair pair) -> -pair.cosine())
                .thenComparing(ImagePair::a)
                .thenComparing(ImagePair::b));
    assertThat(found.near()).isEqualTo(right.stream().flatMap(Set::stream).distinct().count());
    assertThat(found.recall()).isEmpty();
  }

  @Test
  void countsDifferentImagesWithTheSameVector() {
    List<Row> rows = rows(1_500, true);
    List<Row> images = images(rows);
    Set<Set<String>> right = pairs(images);
    NearDuplicates.Found found = find(store("named", rows), 10, ALL, 1);

    assertThat(found.images()).isEqualTo(images.size());
    assertThat(found.pairs()).isEqualTo(right.size());
    assertThat(found.near()).isEqualTo(right.stream().flatMap(Set::stream).distinct().count());
    assertThat(right).containsAll(keys(found.nearest()));
  }

  @Test
  void measuresWhatASearchInClustersFinds() {
    List<Row> rows = rows(4_000, false);
    Set<Set<String>> right = pairs(images(rows));
    EmbeddingStore store = store("clusters", rows);
    NearDuplicates.Found found = find(store, right.size(), 1_000, 1);

    assertThat(right).containsAll(keys(found.nearest()));
    assertThat(found.nearest()).hasSize((int) found.pairs());
    NearRecall recall = found.recall().orElseThrow();
    assertThat(recall.drawn()).isEqualTo(NearDuplicates.SAMPLE);
    assertThat((double) found.pairs() / right.size())
        .isBetween(recall.low(), recall.high())
        .isGreaterThan(0.9);
    assertThat(find(store, right.size(), 1_000, 3)).isEqualTo(found);
  }

  @Test
  void comparesManyImagesWithOneVectorOnce() {
    List<Row> rows = new ArrayList<>();
    for (int x = 0; x < 40_000; x++) {
      float[] vector = new float[DIMENSION];
      vector[0] = 1;
      rows.add(new Row("k" + x, 0, Optional.of("i" + x), vector));
    }
    NearDuplicates.Found found = find(store("equal", rows), 5, 1_000, 1);

    assertThat(found.images()).isEqualTo(40_000);
    assertThat(found.near()).isEqualTo(40_000);
    assertThat(found.pairs()).isEqualTo(40_000L * 39_999 / 2);
    assertThat(found.nearest()).containsExactly(new ImagePair(0, 1, "k0#0", "k1#0", 1));
  }
}
