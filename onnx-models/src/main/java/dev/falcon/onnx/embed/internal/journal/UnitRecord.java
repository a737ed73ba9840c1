package dev.falcon.onnx.embed.internal.journal;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Reject;
import java.util.List;

/**
 * What is known of a unit of work, the samples of one output shard, when it is done.
 *
 * @param samples how many samples it had
 * @param rows how many of their rows are in the store; where none is, it has no shard there
 * @param images how many images were encoded
 * @param nextShard the input shard with which the next unit begins
 * @param nextSample how many samples of that shard are done
 * @param last whether the dataset ends with this unit
 * @param rejects the rows that could not be used
 */
@JsonPropertyOrder({"samples", "rows", "images", "nextShard", "nextSample", "last", "rejects"})
public record UnitRecord(
    long samples,
    long rows,
    long images,
    int nextShard,
    long nextSample,
    boolean last,
    List<Reject> rejects) {
  public UnitRecord {
    rejects = List.copyOf(rejects);
  }
}
