// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import dev.falcon.data.Progress;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Inspects a dataset. Shards are read in parallel, which does not affect the result. Memory: 16
 * bytes per sample to detect repeated keys and image ids, the examples, and one sample per thread.
 */
public final class DatasetInspector {
  private DatasetInspector() {}

  /** Inspects the dataset. */
  public static Inspection inspect(InspectionRequest request, Progress progress) {
    SampleSource source = request.source();
    Tally total = tally(request);
    boolean complete = true;
    try (Progress.Task task =
        progress.begin("inspecting", request.limit() == 0 ? -1 : request.limit(), "samples")) {
      if (request.limit() == 0) {
        List<Tally> shards =
            IntStream.range(0, source.shards())
                .parallel()
                .mapToObj(
                    shard -> {
                      Tally tally = tally(request);
                      read(source, shard, Long.MAX_VALUE, tally, task);
                      return tally;
                    })
                .toList();
        shards.forEach(total::addAll);
      } else {
        for (int shard = 0; shard < source.shards() && complete; shard++) {
          complete = read(source, shard, request.limit(), total, task);
        }
      }
    }
    return total.result(source.name(), source.format(), source.shards(), complete);
  }

  private static Tally tally(InspectionRequest request) {
    return new Tally(
        request.decode() ? Optional.of(new ImageDecoder()) : Optional.empty(), request.examples());
  }

  /**
   * Reads a shard until the tally has this many samples; returns whether the shard is exhausted.
   */
  private static boolean read(
      SampleSource source, int shard, long limit, Tally tally, Progress.Task task) {
    String name = source.shardName(shard);
    try (SampleReader reader = source.open(shard, tally::reject)) {
      while (tally.samples() < limit && reader.hasNext()) {
        tally.add(reader.next(), name);
        task.advance(1);
      }
      return tally.samples() < limit || !reader.hasNext();
    }
  }
}
