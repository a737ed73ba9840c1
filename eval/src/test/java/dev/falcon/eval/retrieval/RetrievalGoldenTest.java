// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.data.statistics.RankCorrelation;
import dev.falcon.eval.Golden;
import dev.falcon.eval.internal.search.Gallery;
import dev.falcon.eval.internal.search.GalleryNames;
import dev.falcon.eval.internal.search.Search;
import dev.falcon.eval.internal.vectors.CrossProducts;
import dev.falcon.eval.metric.Recall;
import dev.falcon.eval.metric.Scores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metrics of retrieval, as the official code computes them from the same scores. */
class RetrievalGoldenTest {
  @TempDir Path folder;

  private static JsonNode cases(String name) {
    return Json.readTree(Golden.folder("compositional-golden").resolve(name + ".json"))
        .get("cases");
  }

  private static float[][] unit(int size) {
    return IntStream.range(0, size)
        .mapToObj(
            row -> {
              float[] vector = new float[size];
              vector[row] = 1;
              return vector;
            })
        .toArray(float[][]::new);
  }

  /** Returns a gallery whose captions belong to images one after another. */
  private static Gallery gallery(
      List<String> keys, int captionsPerImage, float[][] images, float[][] texts) {
    int captions = keys.size() * captionsPerImage;
    return new Gallery(
        keys,
        GalleryNames.ofKeys(keys, List.of()),
        images,
        IntStream.range(0, captions).mapToObj(caption -> "caption " + caption).toList(),
        IntStream.range(0, captions).mapToObj(caption -> "t" + caption).toList(),
        IntStream.range(0, captions).map(caption -> caption / captionsPerImage).toArray(),
        IntStream.rangeClosed(0, keys.size()).map(image -> image * captionsPerImage).toArray(),
        texts);
  }

  @Test
  void clipBenchmark() {
    JsonNode each = cases("clip_benchmark_retrieval").get(0);
    List<float[]> rows = new ArrayList<>();
    for (JsonNode caption : each.get("scores[caption][image]")) {
      float[] row = new float[caption.size()];
      for (int image = 0; image < row.length; image++) {
        row[image] = Float.parseFloat(caption.get(image).asText());
      }
      rows.add(row);
    }
    int images = rows.get(0).length;
    List<String> keys = IntStream.range(0, images).mapToObj(image -> "i" + image).toList();
    Gallery gallery =
        gallery(keys, rows.size() / images, unit(images), rows.toArray(float[][]::new));
    Search texts = Search.forTexts(gallery, Optional.empty(), 0);
    Search found = Search.forImages(gallery, Optional.empty(), 0);
    CrossProducts.forEach(gallery.imageVectors(), gallery.textVectors(), texts, found);
    int compared = 0;
    for (Map.Entry<String, JsonNode> official : each.get("output").properties()) {
      String[] name = official.getKey().split("@", -1);
      Recall recall = (name[0].startsWith("image") ? found : texts).measure().recall();
      assertThat((float) (recall.at(Integer.parseInt(name[1])) / 100))
          .as(official.getKey())
          .isCloseTo(official.getValue().floatValue(), within(1e-7f));
      compared++;
    }
    assertThat(compared).isGreaterThanOrEqualTo(4);
  }

  @Test
  void plausibleMatches() throws IOException {
    JsonNode each = cases("pmrp").get(0);
    StringBuilder table = new StringBuilder();
    for (int i = 0; i < each.get("image_ids").size(); i++) {
      List<String> classes = new ArrayList<>();
      for (int bit = 0; bit < each.get("codes").get(i).size(); bit++) {
        if (each.get("codes").get(i).get(bit).intValue() == 1) {
          classes.add("\"c" + bit + '"');
        }
      }
      table.append(
          "{\"image_key\": \"%s\", \"classes\": [%s]}%n"
              .formatted(each.get("image_ids").get(i).asText(), String.join(",", classes)));
    }
    Path file = Files.writeString(folder.resolve("classes.jsonl"), table);
    List<String> ids = new ArrayList<>();
    each.get("image_ids").forEach(id -> ids.add(id.asText()));
    ids.add("999"); // without classes
    float[][] ranked = new float[ids.size()][ids.size()];
    for (int query = 0; query < ids.size() - 1; query++) {
      JsonNode order = each.get("ranking_of_gallery_image_ids").get(ids.get(query));
      for (int place = 0; place < order.size(); place++) {
        ranked[query][ids.indexOf(order.get(place).asText())] = -place;
      }
    }
    Scores byImages = new PlausibleMatches(file).of(gallery(ids, 1, ranked, unit(ids.size())));
    assertThat(byImages.get("txt_pmrp"))
        .isCloseTo(each.get("pmrp_i2t").doubleValue(), within(1e-12));
    assertThat(byImages.get("images")).isEqualTo(12);
    Scores byTexts = new PlausibleMatches(file).of(gallery(ids, 1, unit(ids.size()), ranked));
    assertThat(byTexts.get("img_pmrp"))
        .isCloseTo(each.get("pmrp_t2i").doubleValue(), within(1e-12));
    for (String bound : List.of("0", "1", "2")) {
      double mean = 0;
      for (JsonNode precision : each.get("rp_i2t").get(bound)) {
        mean += precision.doubleValue() / 12;
      }
      assertThat(byImages.get("txt_r_precision_" + bound)).isCloseTo(100 * mean, within(1e-9));
    }
  }

  /** An image without captions, and only an image of quite other classes to find: 0/0. */
  @Test
  void noPlausibleMatch() throws IOException {
    JsonNode each = cases("pmrp").get(1);
    assertThat(each.get("output").get("0").get(0).asText()).isEqualTo("NaN");
    Path file =
        Files.writeString(
            folder.resolve("none.jsonl"),
            """
            {"image_key": "a", "classes": ["1", "2", "3", "4", "5", "6", "7", "8"]}
            {"image_key": "b", "classes": []}
            """);
    Gallery gallery =
        new Gallery(
            List.of("a", "b"),
            GalleryNames.ofKeys(List.of("a", "b"), List.of("b")),
            unit(2),
            List.of("caption of b"),
            List.of("b"),
            new int[] {1},
            new int[] {0, 0, 1},
            new float[][] {{0, 1}});
    Scores scores = new PlausibleMatches(file).of(gallery);
    assertThat(scores.values())
        .containsEntry("txt_unmatched", 1L)
        .containsEntry("img_unmatched", 0L);
    assertThat(scores.get("txt_pmrp")).isEqualTo(100);
  }

  /** Two images of the same classes, one of another and one without. */
  @Test
  void plausibleMatchesByHand() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("few.jsonl"),
            """
            {"image_key": "a", "classes": ["dog"]}
            {"image_key": "b", "classes": ["dog"]}
            {"image_key": "c", "classes": ["cat", "cup", "car"]}
            """);
    float[][] images = {{3, 1, 2, 9}, {3, 1, 2, 9}, {1, 2, 3, 9}, {9, 9, 9, 9}};
    Gallery gallery = gallery(List.of("a", "b", "c", "d"), 1, images, unit(4));
    Scores scores = new PlausibleMatches(file).of(gallery);
    assertThat(scores.get("images")).isEqualTo(3);
    // Of the captions of a and b, a is first and c second for the images a and b.
    assertThat(scores.get("txt_r_precision_0")).isCloseTo(200 / 3.0, within(1e-9));
    assertThat(scores.get("txt_pmrp")).isCloseTo(200 / 3.0, within(1e-9));
    Path other =
        Files.writeString(folder.resolve("other.jsonl"), "{\"image_key\": \"x\", \"classes\": []}");
    assertThatThrownBy(() -> new PlausibleMatches(other).of(gallery))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("none of its images is of this dataset");
  }

  @Test
  void correlation() {
    for (JsonNode each : cases("cxc_spearman")) {
      if (each.has("x")) {
        double expected = Double.parseDouble(each.get("spearman").asText());
        double own = RankCorrelation.of(numbers(each.get("x")), numbers(each.get("y")));
        if (Double.isNaN(expected)) {
          assertThat(own).isNaN();
        } else {
          assertThat(own).isCloseTo(expected, within(1e-14));
        }
      }
    }
  }

  private static double[] numbers(JsonNode list) {
    double[] numbers = new double[list.size()];
    Arrays.setAll(numbers, i -> Double.parseDouble(list.get(i).asText()));
    return numbers;
  }
}
