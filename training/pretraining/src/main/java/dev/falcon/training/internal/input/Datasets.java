// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.Provenance;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.training.config.DataConfig;
import dev.falcon.training.config.DatasetConfig;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Opens the datasets of a configuration. */
final class Datasets {
  private Datasets() {}

  /**
   * Opens a dataset.
   *
   * @throws dev.falcon.data.RequestException if it does not exist
   */
  static SampleSource open(DatasetConfig config) {
    Map<String, Object> given =
        Map.of(
            "input-format", config.format(),
            "image-root", config.imageRoot(),
            "input-split", config.split(),
            "csv-separator", config.separator(),
            "image-col", config.imageColumn(),
            "caption-col", config.captionColumn(),
            "caption-lines", config.captionLines(),
            "key-col", config.keyColumn(),
            "image-id-col", config.imageIdColumn(),
            "shard-keys", config.shardKeys());
    return SampleSources.open(config.dataset(), SourceOptions.of(given));
  }

  /** Returns the files of a run's datasets; none for generated pairs. */
  static List<Provenance.Input> inputs(DataConfig data) {
    if (data.train().generated()) {
      return List.of();
    }
    return Stream.of(data.train(), data.held())
        .flatMap(dataset -> open(dataset).inputs().stream())
        .toList();
  }
}
