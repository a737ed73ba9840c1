// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands over pairs of a generated picture and its mirror image, by the shipped model. */
class ImagePairsCommandTest {
  private static final int PAIRS = 40;
  private static final int NEGATIVES = 3;
  private static final Path MODEL =
      Path.of("..", "onnx-models", "scenes-tiny").toAbsolutePath().normalize();

  @TempDir private static Path folder;
  private static Path data;
  private static Path store;

  @BeforeAll
  static void embed() throws IOException {
    List<Sample> samples = new ArrayList<>();
    SampleSources.open("scenes:test,count=" + PAIRS + ",seed=5")
        .forEach(samples::add, reject -> {});
    StringBuilder rows = new StringBuilder("key,image,positive_image\n");
    for (int i = 0; i < PAIRS; i++) {
      byte[] picture = samples.get(i).image().orElseThrow();
      Files.write(folder.resolve(i + "a.png"), picture);
      ImageIO.write(mirrored(picture), "png", folder.resolve(i + "b.png").toFile());
      rows.append('k').append(i).append(',').append(i).append("a.png,").append(i).append("b.png\n");
    }
    data = Files.writeString(folder.resolve("pairs.csv"), rows);
    store = folder.resolve("store");
    Cli.Result embedded =
        Cli.launch("embed", "--input-dataset=" + data, "--model=" + MODEL, "--out=" + store);
    assertThat(embedded.exitCode()).as(embedded.errors()).isZero();
    assertThat(embedded.output()).contains("40 rows", "80 images encoded");
  }

  private static BufferedImage mirrored(byte[] file) throws IOException {
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(file));
    int width = picture.getWidth();
    BufferedImage mirrored =
        new BufferedImage(width, picture.getHeight(), BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < picture.getHeight(); y++) {
      for (int x = 0; x < width; x++) {
        mirrored.setRGB(width - 1 - x, y, picture.getRGB(x, y));
      }
    }
    return mirrored;
  }

  private Cli.Result mine(String out, String... more) {
    return launch("mine", out, more);
  }

  private Cli.Result lists(String out, String... more) {
    return launch("lists", out, more);
  }

  private Cli.Result launch(String command, String out, String... more) {
    List<Object> arguments = new ArrayList<>(List.of(command, "--embeddings", store));
    arguments.add("--out=" + folder.resolve(out));
    arguments.addAll(List.of(more));
    return Cli.launch(arguments.toArray());
  }

  private static void requireRefusal(Cli.Result result, String reason) {
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.errors()).contains(reason);
    assertThat(result.errors().lines().filter(line -> line.contains(reason))).hasSize(1);
  }

  @Test
  void inspectionCountsPairs() throws IOException {
    Cli.Result inspected = Cli.launch("data", "inspect", data);
    assertThat(inspected.output())
        .containsPattern("pairs of images +40\n")
        .containsPattern("samples without caption +0\n")
        .containsPattern("k0: [0-9]+ bytes with [0-9]+ bytes\n");
    JsonNode json =
        Json.mapper().readTree(Cli.launch("data", "inspect", data, "--json", "-q").output());
    assertThat(json.path("image_pairs").asInt()).isEqualTo(PAIRS);
    assertThat(json.path("image_types").path("png").asInt()).isEqualTo(2 * PAIRS);
  }

  @Test
  void batchesAreMinedAndTheirPageShowsBothPictures() throws IOException {
    Path page = folder.resolve("plan.html");
    Cli.Result mined =
        mine(
            "plan.parquet",
            "--batch-size=10",
            "--quantiles=falcon+",
            "--html=" + page,
            "--input-dataset=" + data);
    assertThat(mined.exitCode()).as(mined.errors()).isZero();
    assertThat(mined.output()).contains("negatives of the same image: 0; with the same positive");
    String html = Files.readString(page);
    int figures = html.split("<figure>", -1).length - 1;
    int pictures = html.split("<img ", -1).length - 1;
    int hardest = html.split("<b>negative</b>", -1).length - 1;
    assertThat(hardest).isPositive();
    assertThat(pictures)
        .as("two of a sample, and the hardest show two samples")
        .isEqualTo(2 * (figures + hardest));
    assertThat(html).contains("Look whether the second of one belongs to the first of the other");
  }

  /** The nearest second pictures of other pairs, by a plain computation. */
  private static Map<String, List<String>> nearest() {
    EmbeddingStore vectors = EmbeddingStore.open(store);
    int dimension = vectors.dimension();
    float[] left = new float[PAIRS * dimension];
    float[] right = new float[PAIRS * dimension];
    vectors.readRange(0, PAIRS, left, right);
    Map<String, List<String>> nearest = new TreeMap<>();
    for (int query = 0; query < PAIRS; query++) {
      int asked = query;
      Comparator<Integer> bySimilarity =
          Comparator.comparingDouble(item -> -dot(left, asked, right, item, dimension));
      nearest.put(
          vectors.key(query),
          IntStream.range(0, PAIRS)
              .filter(item -> item != asked)
              .boxed()
              .sorted(bySimilarity)
              .limit(NEGATIVES)
              .map(item -> vectors.key(item))
              .toList());
    }
    return nearest;
  }

  private static double dot(float[] left, int a, float[] right, int b, int dimension) {
    double sum = 0;
    for (int k = 0; k < dimension; k++) {
      sum += (double) left[a * dimension + k] * right[b * dimension + k];
    }
    return sum;
  }

  @Test
  void listsOfACorpusHaveTheOwnSecondPictureAsPositive() throws IOException {
    Path page = folder.resolve("lists.html");
    Cli.Result mined =
        lists(
            "lists.parquet",
            "--direction=image-image",
            "--num-negatives=" + NEGATIVES,
            "--html=" + page,
            "--input-dataset=" + data);
    assertThat(mined.exitCode()).as(mined.errors()).isZero();
    Map<String, List<String>> listed = new TreeMap<>();
    try (TableReader table = TableReader.open(folder.resolve("lists.parquet"))) {
      int anchor = table.column(ColumnType.UTF8, "anchor");
      int positive = table.column(ColumnType.UTF8, "positive");
      int negative = table.column(ColumnType.UTF8, "negative");
      while (table.next()) {
        assertThat(table.getString(positive)).isEqualTo(table.getString(anchor));
        listed
            .computeIfAbsent(table.getString(anchor), key -> new ArrayList<>())
            .add(table.getString(negative));
      }
    }
    assertThat(listed).isEqualTo(nearest());
    assertThat(Files.readString(page)).contains("<img ");
  }

  @Test
  void otherDirectionsAndPathsAreRefused() {
    requireRefusal(
        lists("a.parquet", "--direction=text-text"),
        "holds pairs of images, which direction image-image searches; direction=text-text");
    requireRefusal(
        lists(
            "a.parquet",
            "--direction=image-image",
            "--columns=vlm2vec",
            "--image-path=images/{key}.png"),
        "lists of it can name keys only");
    requireRefusal(
        lists(
            "a.parquet",
            "--direction=image-image",
            "--depth=9",
            "--judge=" + MODEL,
            "--input-dataset=" + data),
        "direction=image-image has a table of scores only");
  }

  @Test
  void aCheckSaysPositiveImage() throws IOException {
    Path page = folder.resolve("check.html");
    Cli.Result checked =
        Cli.launch("data", "check", store, "--input-dataset=" + data, "--html=" + page, "--quiet");
    assertThat(checked.exitCode()).as(checked.errors()).isZero();
    assertThat(checked.output())
        .contains("if a wrong positive image is a random one", "positive images repeated")
        .doesNotContain("caption");
    assertThat(Files.readString(page))
        .contains("Positive images whose own image ranks below the median");
  }
}
