// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.statistics.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTruthTest {
  @TempDir private Path folder;

  private Path plan(String... rows) throws IOException {
    StringBuilder text = new StringBuilder("epoch,search_space,batch,index,anchor_index\n");
    for (String row : rows) {
      text.append(row).append('\n');
    }
    return Files.writeString(folder.resolve("plan.csv"), text);
  }

  @Test
  void countsBothDirectionsOfEveryChosenPair() throws IOException {
    Path plan = plan("0,0,0,5,", "0,0,0,3,5", "0,0,0,8,3", "0,0,1,1,", "0,0,1,2,1");
    // The text of row 3 is true of the image of row 5, that of row 1 of the image of row 2.
    Rate rate =
        PlanTruth.of(plan, (image, text) -> (image == 5 && text == 3) || (image == 2 && text == 1));
    assertThat(rate.judged()).isEqualTo(6);
    assertThat(rate.positives()).isEqualTo(2);
    assertThat(rate.share()).isEqualTo(1 / 3.0);
  }

  /** Four batches of one chosen negative each, of which one matches. */
  @Test
  void bothWaysOfAPairThatAgreeAreWorthLess() throws IOException {
    Rate agreeing = PlanTruth.of(pairsOfTwo(), (image, text) -> image < 2);
    Rate apart = PlanTruth.of(pairsOfTwo(), (image, text) -> image == 0 || image == 2);
    assertThat(agreeing.share()).isEqualTo(apart.share()).isEqualTo(0.25);
    assertThat(apart.effective()).isGreaterThan(6);
    // Of eight pairs, four couples agree wholly, which few of them show: less than four.
    assertThat(agreeing.effective()).isLessThan(4);
    assertThat(agreeing.interval().low()).isLessThan(apart.interval().low());
    assertThat(agreeing.interval().high()).isGreaterThan(apart.interval().high());
  }

  @Test
  void rowsOfOneCaptionAreWorthLess() throws IOException {
    PlanTruth.Judge apart = (image, text) -> image < 2;
    PlanTruth.Judge together =
        new PlanTruth.Judge() {
          @Override
          public boolean matches(long image, long text) {
            return image < 2;
          }

          @Override
          public long captionOf(long row) {
            return row < 2 ? 0 : 1;
          }
        };
    assertThat(PlanTruth.of(pairsOfTwo(), together).effective())
        .isLessThan(PlanTruth.of(pairsOfTwo(), apart).effective());
  }

  private Path pairsOfTwo() throws IOException {
    return plan(
        "0,0,0,0,",
        "0,0,0,1,0",
        "0,0,1,2,",
        "0,0,1,3,2",
        "0,1,0,4,",
        "0,1,0,5,4",
        "1,0,0,6,",
        "1,0,0,7,6");
  }

  @Test
  void aUniformPlanHasNoChosenNegatives() throws IOException {
    Path plan = plan("0,0,0,0,", "0,0,0,1,");
    assertThatThrownBy(() -> PlanTruth.of(plan, (image, text) -> true))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("chosen by an anchor");
  }
}
