// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.eval.Golden;
import dev.falcon.eval.compositional.score.ItemProtocol;
import dev.falcon.eval.compositional.score.ItemShape;
import dev.falcon.eval.compositional.score.Judgement;
import dev.falcon.eval.compositional.score.PairCounts;
import dev.falcon.eval.compositional.score.RankCounts;
import dev.falcon.eval.compositional.score.TieRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The outcomes of the suites' own code on made scores with ties, NaN and infinities. */
class CompositionalGoldenTest {
  private static final ItemShape PAIRS = ItemShape.ofPairs(2);
  private static final ItemShape CHOICE = ItemShape.ofCaptions(1, 1);

  private static JsonNode cases(String suite) {
    return Json.readTree(Golden.folder("compositional-golden").resolve(suite + ".json"))
        .get("cases");
  }

  /** All numbers within a node, in order; NaN and infinities are texts. */
  private static float[] numbers(JsonNode node) {
    List<Float> all = new ArrayList<>();
    collect(node, all);
    float[] numbers = new float[all.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = all.get(i);
    }
    return numbers;
  }

  private static void collect(JsonNode node, List<Float> all) {
    if (node.isContainerNode()) {
      node.forEach(each -> collect(each, all));
    } else {
      all.add(Float.parseFloat(node.asText()));
    }
  }

  private static boolean right(ItemShape shape, ItemProtocol protocol, float[] scores) {
    return Judgement.of(shape.contests(protocol), scores).right();
  }

  private static boolean byRule(
      TieRule rule, ItemShape shape, ItemProtocol protocol, float[] scores) {
    return Judgement.byRule(rule, shape.contests(protocol), scores);
  }

  @ParameterizedTest
  @ValueSource(strings = {"winoground", "cola_multiobject"})
  void pairsOfImagesAndCaptions(String suite) {
    for (JsonNode each : cases(suite)) {
      JsonNode items = each.get("scores[item][image][caption]");
      JsonNode official =
          each.path(
              suite.equals("winoground")
                  ? "per_item[text,image,group,product_matching]"
                  : "per_item");
      assertThat(official.size()).isEqualTo(items.size());
      for (int i = 0; i < items.size(); i++) {
        float[] scores = numbers(items.get(i));
        boolean image = right(PAIRS, ItemProtocol.IMAGE, scores);
        if (suite.equals("winoground")) {
          assertThat(
                  List.of(
                      right(PAIRS, ItemProtocol.CAPTION, scores),
                      image,
                      right(PAIRS, ItemProtocol.GROUP, scores)))
              .as(each.get("name") + " " + i)
              .containsExactly(
                  official.get(i).get(0).booleanValue(),
                  official.get(i).get(1).booleanValue(),
                  official.get(i).get(2).booleanValue());
        } else {
          assertThat(image).isEqualTo(official.get(i).booleanValue());
        }
      }
    }
  }

  @Test
  void sugarCrepe() {
    for (JsonNode each : cases("sugarcrepe")) {
      Map<String, List<Boolean>> subsets = new LinkedHashMap<>();
      for (JsonNode item : each.get("items")) {
        float[] scores = {numbers(item.get("positive"))[0], numbers(item.get("negative"))[0]};
        subsets
            .computeIfAbsent(item.get("subset").asText(), none -> new ArrayList<>())
            .add(right(CHOICE, ItemProtocol.CAPTION, scores));
      }
      subsets.forEach(
          (subset, items) ->
              assertThat(share(items))
                  .isEqualTo(each.get("output_accuracy_per_subset").get(subset).doubleValue()));
      assertThat(share(subsets.values().stream().flatMap(List::stream).toList()))
          .isEqualTo(each.get("micro").doubleValue());
      assertThat(
              subsets.values().stream().mapToDouble(items -> share(items)).sum() / subsets.size())
          .isCloseTo(each.get("macro").doubleValue(), within(1e-15));
    }
  }

  private static double share(List<Boolean> items) {
    return (double) items.stream().filter(right -> right).count() / items.size();
  }

  @Test
  void sugarCrepeWithTwoRightCaptions() {
    ItemShape shape = ItemShape.ofCaptions(2, 1);
    for (JsonNode each : cases("sugarcrepe_pp")) {
      for (int i = 0; i < each.get("rows").size(); i++) {
        float[] row =
            numbers(each.get("rows").get(i)); // three of the image, then p1.p2, p1.n, p2.n
        float[] texts = {1, row[3], row[4], row[3], 1, row[5], row[4], row[5], 1};
        JsonNode official = each.get("per_item[ITT,P1>neg,P2>neg,TOT]").get(i);
        assertThat(right(shape, ItemProtocol.CAPTION, row))
            .isEqualTo(official.get(0).booleanValue());
        assertThat(right(shape, ItemProtocol.TEXT, texts))
            .isEqualTo(official.get(3).booleanValue());
      }
    }
  }

  @Test
  void aro() {
    for (JsonNode each : cases("aro")) {
      if (each.has("scores")) {
        continue; // a single item, whose order of options the file does not name
      }
      boolean falseFirst = each.has("scores[item][image][false,true]");
      JsonNode items =
          each.properties().stream()
              .filter(field -> field.getKey().startsWith("scores"))
              .findFirst()
              .orElseThrow()
              .getValue();
      List<Boolean> outcomes = new ArrayList<>();
      for (JsonNode item : items) {
        float[] scores = numbers(item);
        if (falseFirst) {
          outcomes.add(
              byRule(
                  TieRule.FALSE_FIRST,
                  CHOICE,
                  ItemProtocol.CAPTION,
                  new float[] {scores[1], scores[0]}));
        } else {
          ItemShape shape = ItemShape.ofCaptions(1, scores.length - 1);
          outcomes.add(byRule(TieRule.TRUE_FIRST, shape, ItemProtocol.CAPTION, scores));
        }
      }
      double official =
          each.has("micro")
              ? each.get("micro").doubleValue()
              : each.get("records").get(0).elements().next().doubleValue();
      assertThat(share(outcomes)).as(each.get("name").asText()).isCloseTo(official, within(1e-12));
    }
  }

  @Test
  void clipBenchmark() {
    for (JsonNode each : cases("clip_benchmark_image_caption_selection")) {
      JsonNode items = each.get("scores[item][image][caption]");
      JsonNode official = each.get("output").get("per_item[image,text,all]");
      for (int i = 0; i < items.size(); i++) {
        float[] scores = numbers(items.get(i));
        int images = items.get(i).size();
        ItemShape shape = images == 2 ? PAIRS : ItemShape.ofCaptions(1, scores.length - 1);
        boolean image = byRule(TieRule.FIRST, shape, ItemProtocol.IMAGE, scores);
        boolean text = byRule(TieRule.FIRST, shape, ItemProtocol.CAPTION, scores);
        assertThat(List.of(image, text, image && text))
            .as(each.get("name") + " " + i)
            .containsExactly(
                official.get(i).get(0).booleanValue(),
                official.get(i).get(1).booleanValue(),
                official.get(i).get(2).booleanValue());
      }
    }
  }

  @Test
  void mmvp() {
    for (JsonNode each : cases("mmvp_vlm")) {
      for (int i = 0; i < each.get("per_item_pair_correct").size(); i++) {
        float[] scores = numbers(each.get("scores[item][image][caption]").get(i));
        assertThat(byRule(TieRule.LAST, PAIRS, ItemProtocol.IMAGE, scores))
            .isEqualTo(each.get("per_item_pair_correct").get(i).booleanValue());
      }
    }
  }

  @Test
  void vlCheckList() {
    for (JsonNode each : cases("vl_checklist_itc")) {
      List<Boolean> outcomes = new ArrayList<>();
      each.get("pos_neg")
          .forEach(item -> outcomes.add(right(CHOICE, ItemProtocol.CAPTION, numbers(item))));
      assertThat(share(outcomes)).isCloseTo(each.get("acc").doubleValue(), within(1e-15));
    }
  }

  @Test
  void crepeWithoutTies() {
    JsonNode random = cases("crepe").get(0);
    RankCounts ranks = new RankCounts();
    for (JsonNode item : random.get("scores[item][true,negatives...]")) {
      float[] scores = numbers(item);
      ItemShape shape = ItemShape.ofCaptions(1, scores.length - 1);
      ranks.add(shape.contests(ItemProtocol.RANK), scores);
    }
    JsonNode official = random.get("metrics");
    // The official ranks begin at 0 in the file and at 1 in these metrics.
    assertThat(ranks.scores().get("mean_rank"))
        .isCloseTo(official.get("image_to_text_mean_rank").doubleValue(), within(1e-12));
    assertThat(ranks.scores().get("median_rank"))
        .isEqualTo(official.get("image_to_text_median_rank").doubleValue());
    for (String depth : List.of("1", "3", "5", "10")) {
      assertThat(ranks.scores().get("r" + depth) / 100)
          .isCloseTo(official.get("image_to_text_R@" + depth).doubleValue(), within(1e-12));
    }
  }

  /** VALSE leaves out items whose foil has equal logits; its scores are logits of a match. */
  @Test
  void valseByTwoLogits() {
    for (JsonNode each : cases("valse")) {
      PairCounts pairs = new PairCounts(0);
      List<Boolean> pairwise = new ArrayList<>();
      for (JsonNode item : each.get("logits[item][caption,foil][no_match,match]")) {
        float[] logits = numbers(item);
        if (logits[2] != logits[3]) {
          pairs.add(CHOICE, new float[] {logits[1] - logits[0], logits[3] - logits[2]});
          pairwise.add(right(CHOICE, ItemProtocol.CAPTION, new float[] {logits[1], logits[3]}));
        }
      }
      JsonNode official = each.get("output");
      assertThat(pairwise).hasSize(official.get("count").intValue());
      for (String name : List.of("acc", "p_c", "p_f")) {
        assertThat(pairs.scores().get(name))
            .as(each.get("name") + " " + name)
            .isCloseTo(official.get(name).doubleValue(), within(1e-12));
      }
      assertThat(pairs.scores().get("min"))
          .isCloseTo(official.get("min(p_c,p_f) (added)").doubleValue(), within(1e-12));
      assertThat(100 * share(pairwise))
          .isCloseTo(official.get("acc_r(pairwise)").doubleValue(), within(1e-12));
    }
  }

  @Test
  void blaByRanks() {
    for (JsonNode each : cases("bla_rank_accuracy")) {
      float[] ranks = numbers(each.get("ranks"));
      RankCounts counts = new RankCounts();
      counts.add(
          ItemShape.ofCaptions(2, 2).contests(ItemProtocol.RANK),
          new float[] {-ranks[0], -ranks[1], -ranks[2], -ranks[3]});
      assertThat(counts.scores().get("on_their_side") / 100)
          .isEqualTo(each.get("accuracy").doubleValue());
    }
  }

  /** Of mteb's numbers only the text's means anything for one image. */
  @Test
  void mteb() {
    for (JsonNode each : cases("mteb_image_text_pair")) {
      List<Boolean> texts = new ArrayList<>();
      List<Boolean> images = new ArrayList<>();
      for (JsonNode item : each.get("scores[item][image][caption]")) {
        float[] scores = numbers(item);
        ItemShape shape = item.size() == 2 ? PAIRS : ItemShape.ofCaptions(1, scores.length - 1);
        texts.add(byRule(TieRule.FIRST, shape, ItemProtocol.CAPTION, scores));
        images.add(byRule(TieRule.FIRST, shape, ItemProtocol.IMAGE, scores));
      }
      JsonNode official = each.get("output");
      assertThat(share(texts)).isCloseTo(official.get("text_acc").doubleValue(), within(1e-12));
      if (each.get("name").asText().startsWith("2x2")) {
        assertThat(share(images)).isCloseTo(official.get("image_acc").doubleValue(), within(1e-12));
      }
    }
  }
}
