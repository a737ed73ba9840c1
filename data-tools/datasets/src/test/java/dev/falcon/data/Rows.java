// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All that reading a source gives. */
public record Rows(List<Sample> samples, List<Reject> rejects) {
  /** Reads the whole source. */
  public static Rows of(SampleSource source) {
    Rows rows = new Rows(new ArrayList<>(), new ArrayList<>());
    source.forEach(rows.samples::add, rows.rejects::add);
    return rows;
  }

  /** Reads what the spec names. */
  public static Rows of(String spec) {
    return of(SampleSources.open(spec));
  }

  /** The samples as a layout of rows gives them, without the files that they were made of. */
  public List<Sample> withoutMembers() {
    return samples.stream()
        .map(
            sample ->
                new Sample(
                        sample.key(),
                        sample.image(),
                        sample.captions(),
                        sample.imageId(),
                        sample.label(),
                        sample.metadata(),
                        Map.of())
                    .withPositiveImage(sample.positiveImage()))
        .toList();
  }

  public List<String> keys() {
    return samples.stream().map(Sample::key).toList();
  }

  public List<String> reasons() {
    return rejects.stream().map(Reject::reason).toList();
  }
}
