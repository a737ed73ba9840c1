package dev.falcon.mining.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.statistics.Interval;
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

  @Test
  void theIntervalIsWilsonsWhereNoPairsShareAnything() throws IOException {
    // Four batches of one chosen negative each: both directions match in one of them.
    Interval interval = PlanTruth.of(pairsOfTwo(), (image, text) -> image < 2).interval();
    Interval independent = Interval.wilson(0.25, 8 * 7 / 8.0);
    assertThat(interval.low()).isCloseTo(independent.low(), within(1e-12));
    assertThat(interval.high()).isCloseTo(independent.high(), within(1e-12));
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
