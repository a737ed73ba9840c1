// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.file.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScoresTest {
  private static final Scores SCORES =
      Scores.NONE
          .with("txt_r1", 12.5)
          .and(Scores.NONE.with("img_r1", 25).in("truth"))
          .and(Scores.NONE.withCount("images", 8).with("txt_r1", 100).in("reranked"));

  @Test
  void writesGroupsAsObjectsAndReadsThemBack() throws Exception {
    String line = Json.line(SCORES);
    assertThat(line)
        .isEqualTo(
            "{\"txt_r1\":12.5,\"truth\":{\"img_r1\":25.0},"
                + "\"reranked\":{\"images\":8,\"txt_r1\":100.0}}");
    assertThat(Json.mapper().readValue(line, Scores.class)).isEqualTo(SCORES);
  }

  @Test
  void groupsAreTakenOutUnderTheirOwnNames() {
    assertThat(SCORES.group("reranked"))
        .isEqualTo(Scores.NONE.withCount("images", 8).with("txt_r1", 100));
    assertThat(SCORES.group("txt_r1").isEmpty()).isTrue();
  }

  @Test
  void keepsAPlaceAndKnowsNullFromAbsence() {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("acc5", null);
    values.put("acc1", 0.5);
    Scores scores = Scores.of(values).with("acc5", 1);
    assertThat(scores.values().keySet()).containsExactly("acc5", "acc1");
    assertThat(Scores.of(values).has("acc5")).isTrue();
    assertThat(Scores.of(values).get("acc5")).isNull();
    assertThat(scores.get("acc2")).isNull();
    assertThat(scores.withMain("acc1").main()).isEqualTo(0.5);
  }
}
