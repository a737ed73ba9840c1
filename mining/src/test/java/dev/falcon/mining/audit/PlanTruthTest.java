package dev.falcon.mining.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.statistics.Interval;
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
    PlanTruth truth =
        PlanTruth.of(plan, (image, text) -> (image == 5 && text == 3) || (image == 2 && text == 1));
    assertThat(truth.pairs()).isEqualTo(6);
    assertThat(truth.matching()).isEqualTo(2);
    assertThat(truth.share()).isEqualTo(1 / 3.0);
  }

  @Test
  void theIntervalIsThatOfTheSpreadBetweenBatches() throws IOException {
    // Four batches of one chosen negative each: both directions match in one of them.
    Path plan =
        plan(
            "0,0,0,0,",
            "0,0,0,1,0",
            "0,0,1,2,",
            "0,0,1,3,2",
            "0,1,0,4,",
            "0,1,0,5,4",
            "1,0,0,6,",
            "1,0,0,7,6");
    Interval interval = PlanTruth.of(plan, (image, text) -> image < 2).interval();
    // Shares 1, 0, 0, 0: the standard error of their mean is sd / sqrt(4) = 0.5 / 2.
    assertThat(interval.low()).isZero();
    assertThat(interval.high()).isEqualTo(0.25 + Interval.Z * 0.25);
  }

  @Test
  void aUniformPlanHasNoChosenNegatives() throws IOException {
    Path plan = plan("0,0,0,0,", "0,0,0,1,");
    assertThatThrownBy(() -> PlanTruth.of(plan, (image, text) -> true))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("chosen by an anchor");
  }
}
