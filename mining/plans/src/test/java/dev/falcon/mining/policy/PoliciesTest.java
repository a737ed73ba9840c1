// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.PositiveMargin;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoliciesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "falcon+     | falcon+    | 1.0       | 0.05",
        "FALCON+     | falcon+    | 1.0       | 0.05",
        "grit        | grit       | 1.0       |",
        "fixed:0.9   | fixed:0.9  | 0.9       |",
        "fixed-0.9   | fixed:0.9  | 0.9       |",
        "0.9         | fixed:0.9  | 0.9       |",
        "1           | fixed:1.0  | 1.0       |",
        "margin:0.1  | margin:0.1 | 1.0       | 0.1",
        "margin-0.05 | margin:0.05| 1.0       | 0.05",
        "hardening   | hardening  | hardening |",
        "softening   | softening  | softening |",
        "random      | random     | random    |",
        "scheduler   | scheduler  | scheduler |",
        "falcon      | scheduler  | scheduler |",
        "uniform     | uniform    | uniform   |",
        "gcbs        | gcbs       | gcbs      |",
        "b3:30       | b3:30      | b3:30     |",
        "b3-0        | b3:0       | b3:0      |",
        "kmeans:10   | kmeans:10  | kmeans:10 |",
        "simans:-0.05| simans:-0.05| simans:-0.05|",
        "oracle      | oracle     | 1.0       |"
      })
  void everySpellingHasOneMeaning(String text, String name, String quantiles, Float margin) {
    NamedPolicy policy = Policies.parse(text);
    assertThat(policy.name()).isEqualTo(name);
    assertThat(policy.quantiles()).hasToString(quantiles);
    assertThat(policy.margin().map(PositiveMargin::relative))
        .isEqualTo(Optional.ofNullable(margin));
    assertThat(policy.truth()).isEqualTo(text.equals("oracle"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hard       | no such policy: 'hard'; it is falcon+, scheduler, grit, fixed:Q, margin:R,",
        "fixed:     | no such policy: 'fixed:'",
        "fixed:much | no such policy: 'fixed:much'",
        "fixed:1.5  | a quantile must lie in [0, 1]; quantile=1.5",
        "NaN        | no such policy: 'NaN'",
        "b3:1.5     | b3 takes a whole number; b3:1.5",
        "kmeans:0   | kmeans needs at least 1 cluster; K=0",
        "simans:3   | an offset of cosines must lie in [-2, 2]; offset=3.0",
        "margin:2   | relative-margin must lie in [0, 1]; relative-margin=2.0"
      })
  void whatIsNoPolicyIsSaid(String text, String message) {
    assertThatThrownBy(() -> Policies.parse(text))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith(message);
  }

  /** Provenance and other lists hand a policy on by its name. */
  @Test
  void everyNameStandsForItself() {
    for (Policies.Entry entry : Policies.all()) {
      String text = entry.form().replaceAll(":[QRB]$", ":0.25").replaceAll(":[PK]$", ":25");
      assertThat(Policies.parse(text).name()).isEqualTo(text);
      for (String alias : entry.aliases()) {
        assertThat(Policies.parse(alias)).isEqualTo(Policies.parse(text));
      }
    }
    assertThat(Policies.all()).extracting(Policies.Entry::form).doesNotHaveDuplicates();
  }

  @Test
  void aMarginThatIsAskedForReplacesThePolicysOwn() {
    Constraints asked = Constraints.NONE.withMargin(new PositiveMargin(0.1f, 0));
    NamedPolicy plus = Policies.parse("falcon+");
    assertThat(plus.constraints(Constraints.NONE).margin()).contains(PositiveMargin.FALCON_PLUS);
    assertThat(plus.constraints(asked)).isEqualTo(asked);
    assertThat(Policies.parse("grit").constraints(asked)).isEqualTo(asked);
    assertThat(Policies.parse("oracle").constraints(Constraints.NONE))
        .isEqualTo(
            new Constraints(Set.of(), Optional.empty(), Optional.empty(), true, RankWindow.ALL));
  }

  @Test
  void aSharedQuantileFollowsTheRun() {
    for (double progress : List.of(0.0, 0.25, 1.0)) {
      assertThat(new QuantilePolicy.Fixed(0.7).quantile(progress)).hasValue(0.7);
      assertThat(new QuantilePolicy.Hardening().quantile(progress)).hasValue(progress);
      assertThat(new QuantilePolicy.Softening().quantile(progress)).hasValue(1 - progress);
      assertThat(new QuantilePolicy.Random().quantile(progress)).isEmpty();
    }
  }
}
