// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.eval.Golden;
import dev.falcon.eval.LetterEmbedder;
import dev.falcon.eval.metric.RankingMetrics;
import dev.falcon.eval.metric.Recall;
import dev.falcon.eval.retrieval.RetrievalRequest.Order;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Truth that was corrected for some queries only, as ECCV Caption's. Pictures are texts, and the
 * model counts letters.
 */
class CorrectedTruthTest {
  private static final List<Sample> SAMPLES =
      List.of(
          sample("a", "aaaa", "aaab", "abbb"),
          sample("b", "bbbb", "bbbc", "bccc"),
          sample("c", "cccc", "cccd", "cddd"),
          sample("d", "dddd", "ddda", "daaa"));

  private static final TruthReading LISTED = new TruthReading(true, OptionalDouble.empty(), 1);

  @TempDir Path folder;

  private static RetrievalResult.Judged judged(int images, int captions, long pairs, long outside) {
    return new RetrievalResult.Judged(images, captions, pairs, outside, 0, 0, Optional.empty());
  }

  private static Sample sample(String key, String picture, String... captions) {
    return Sample.of(key, picture.getBytes(StandardCharsets.UTF_8), List.of(captions));
  }

  private RetrievalResult run(List<Sample> samples, Optional<String> table, TruthReading reading)
      throws IOException {
    Path truth = folder.resolve("truth.csv");
    if (table.isPresent()) {
      Files.writeString(truth, table.get());
    }
    RetrievalRequest request =
        new RetrievalRequest(
            new MemorySource("letters", samples),
            Map.of(),
            table.isPresent() ? truth : null,
            reading,
            Optional.empty(),
            OptionalInt.empty(),
            Order.ITC,
            null,
            false);
    return new Retrieval(request, new LetterEmbedder("letters"), Optional.empty(), Progress.NONE)
        .run()
        .result();
  }

  @Test
  void aSideSaysWhoWasAsked() throws IOException {
    RetrievalResult result =
        run(
            SAMPLES,
            Optional.of(
                """
                image_key,text_key,match,side
                a,a#0,1,image
                a,d#1,1,image
                a,b#0,0,image
                b,a#1,1,text
                c,unknown,1,image
                unknown,a#1,1,text
                """),
            TruthReading.USUAL);
    // Image a has two right captions, both of which are first; of image c's one, none is here.
    // Caption abbb has the image b, which is first, and one that is not here.
    assertThat(result.judged()).contains(judged(2, 1, 4, 2));
    assertThat(result.itc().get("txt_r_precision")).isEqualTo(50);
    assertThat(result.itc().get("txt_map_at_r")).isEqualTo(50);
    assertThat(result.itc().get("img_r_precision")).isEqualTo(50);
    assertThat(result.itc().get("img_truth_r1")).isEqualTo(100);
  }

  @Test
  void onlyListedQueriesOrAll() throws IOException {
    String table = "image_key,text_key,match\na,a#0,1\n";
    RetrievalResult all = run(SAMPLES, Optional.of(table), TruthReading.USUAL);
    assertThat(all.judged()).contains(judged(4, 8, 1, 0));
    RetrievalResult listed = run(SAMPLES, Optional.of(table), LISTED);
    assertThat(listed.judged()).contains(judged(1, 1, 1, 0));
    assertThat(listed.itc().get("txt_r_precision")).isEqualTo(100);
    assertThat(run(SAMPLES, Optional.empty(), TruthReading.USUAL).judged()).isEmpty();
  }

  @Test
  void aGradeIsRightFromABoundOn() throws IOException {
    String table = "image_key,text_key,grade\na,a#0,4.5\na,a#1,2.9\na,b#0,3\n";
    RetrievalResult three =
        run(SAMPLES, Optional.of(table), new TruthReading(true, OptionalDouble.of(3), 1));
    assertThat(three.judged())
        .contains(new RetrievalResult.Judged(1, 2, 3, 0, 0, 0, Optional.of(3.0)));
    // Its right captions are aaab, which is first, and bbbc, which is not second.
    assertThat(three.itc().get("txt_r_precision")).isEqualTo(50);
    // Its captions with the grades 4.5, 2.9 and 3 are at the places 1, 3 and 5.
    double gain = 4.5 + 2.9 / 2 + 3 * Math.log(2) / Math.log(6);
    double best = 4.5 + 3 * Math.log(2) / Math.log(3) + 2.9 / 2;
    assertThat(three.itc().get("txt_ndcg_at_10")).isCloseTo(100 * gain / best, within(1e-9));
    assertThat(three.correlation().orElseThrow().get("pairs")).isEqualTo(3);
    assertThat(three.correlation().orElseThrow().get("spearman")).isCloseTo(50, within(1e-9));
    RetrievalResult one = run(SAMPLES, Optional.of(table), LISTED);
    assertThat(one.judged())
        .contains(new RetrievalResult.Judged(1, 3, 3, 0, 0, 0, Optional.of(1.0)));
  }

  @Test
  void foldsAreGalleriesOfTheirOwn() throws IOException {
    RetrievalResult whole =
        run(SAMPLES, Optional.empty(), new TruthReading(false, OptionalDouble.empty(), 2));
    RetrievalResult first = run(SAMPLES.subList(0, 2), Optional.empty(), TruthReading.USUAL);
    RetrievalResult second = run(SAMPLES.subList(2, 4), Optional.empty(), TruthReading.USUAL);
    assertThat(first.folds()).isEmpty();
    for (String name : first.itc().values().keySet()) {
      assertThat(whole.folds().orElseThrow().get(name))
          .isCloseTo((first.itc().get(name) + second.itc().get(name)) / 2, within(1e-9));
    }
    assertThat(whole.itc().get("img_r1"))
        .isLessThanOrEqualTo(whole.folds().orElseThrow().get("img_r1"));
    assertThatThrownBy(
            () ->
                run(SAMPLES, Optional.empty(), new TruthReading(false, OptionalDouble.empty(), 3)))
        .isInstanceOf(FalconException.class)
        .hasMessage("the 4 images cannot be cut into 3 folds of equally many");
    assertThatThrownBy(() -> new TruthReading(false, OptionalDouble.empty(), 0))
        .isInstanceOf(RequestException.class)
        .hasMessage("the folds must be at least 1; is 0");
  }

  @Test
  void wrongTablesAreNamed() {
    assertThatThrownBy(
            () ->
                run(
                    SAMPLES,
                    Optional.of("image_key,text_key,match,side\na,a#0,1,both\n"),
                    TruthReading.USUAL))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith("truth.csv: the side must be image or text; it is 'both'");
  }

  /** ECCV Caption's own functions on rankings that are at least as long as the truth. */
  @Test
  void eccvCaption() {
    JsonNode cases =
        Json.readTree(Golden.folder("compositional-golden").resolve("eccv.json")).get("cases");
    int compared = 0;
    for (JsonNode each : cases) {
      JsonNode official = each.path("eccv_metrics");
      if (!official.path("eccv_map_at_r").isNumber()
          || !official.path("eccv_rprecision").isNumber()) {
        continue;
      }
      RankingMetrics metrics = new RankingMetrics("txt", new Recall(new int[] {0}));
      boolean whole = true;
      for (Map.Entry<String, JsonNode> query : each.get("truth").properties()) {
        Set<Integer> right = new TreeSet<>();
        query.getValue().forEach(id -> right.add(id.intValue()));
        List<Integer> ranking = new ArrayList<>();
        each.get("retrieved").path(query.getKey()).forEach(id -> ranking.add(id.intValue()));
        whole &= ranking.size() >= right.size() && Set.copyOf(ranking).size() == ranking.size();
        boolean[] first = new boolean[right.size()];
        for (int i = 0; i < first.length && i < ranking.size(); i++) {
          first[i] = right.contains(ranking.get(i));
        }
        metrics.addTruth(first, first.length);
      }
      if (whole) {
        compared++;
        assertThat(metrics.truth().get("txt_map_at_r") / 100)
            .as(each.path("name").asText())
            .isCloseTo(official.get("eccv_map_at_r").doubleValue(), within(1e-12));
        assertThat(metrics.truth().get("txt_r_precision") / 100)
            .isCloseTo(official.get("eccv_rprecision").doubleValue(), within(1e-12));
        assertThat(metrics.truth().get("txt_truth_r1") / 100)
            .isCloseTo(official.get("eccv_r1").doubleValue(), within(1e-12));
      }
    }
    assertThat(compared).isGreaterThanOrEqualTo(2);
  }
}
