package dev.falcon.mining.judge;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.Reject;
import java.util.List;

/**
 * The result of a run of an outside judge.
 *
 * @param pairs how many the audit drew, each counted once
 * @param asked how many questions were sent in this run
 * @param scored how many pairs have a score
 * @param tokensIn of all answers, those of earlier runs among them
 * @param tokensOut likewise
 * @param retries how often a question was sent again
 * @param lowMass how many answers gave yes and no together less than half of the probability
 * @param stopped why the run ended before all pairs were asked; null where it did not
 * @param rejects pairs without a score, with the reason
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JudgeOutcome(
    int pairs,
    int asked,
    int scored,
    long tokensIn,
    long tokensOut,
    long retries,
    int lowMass,
    String stopped,
    List<Reject> rejects) {}
