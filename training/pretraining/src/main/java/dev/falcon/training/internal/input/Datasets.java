// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.training.config.DataConfig;
import dev.falcon.training.config.DatasetConfig;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Opens the datasets of a configuration. */
final class Datasets {
  private Datasets() {}

  /**
   * Opens a dataset.
   *
   * @throws RequestException if it does not exist
   */
  static SampleSource open(DatasetConfig config) {
    SourceOptions options = SourceOptions.DEFAULTS.withColumns(columns(config));
    if (!config.format().isEmpty()) {
      options = options.withFormat(DatasetFormat.of(config.format()));
    }
    if (!config.imageRoot().isEmpty()) {
      options = options.withImageRoot(Path.of(config.imageRoot()));
    }
    if (!config.split().isEmpty()) {
      options = options.withSplit(config.split());
    }
    if (!config.separator().isEmpty()) {
      options = options.withSeparator(separator(config.separator()));
    }
    return SampleSources.open(config.dataset(), options);
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

  private static char separator(String given) {
    String text = given.equals("\\t") ? "\t" : given;
    if (text.length() != 1) {
      throw new RequestException("a dataset's separator must be one character; '" + given + "'");
    }
    return text.charAt(0);
  }

  private static ColumnNames columns(DatasetConfig config) {
    ColumnNames columns = ColumnNames.COMMON;
    columns = with(columns, config.imageColumn(), ColumnNames::withImage);
    columns = with(columns, config.captionColumn(), ColumnNames::withCaption);
    columns = with(columns, config.keyColumn(), ColumnNames::withKey);
    return with(columns, config.imageIdColumn(), ColumnNames::withImageId);
  }

  private static ColumnNames with(
      ColumnNames columns,
      String names,
      BiFunction<ColumnNames, List<String>, ColumnNames> change) {
    return names.isEmpty() ? columns : change.apply(columns, Arrays.asList(names.split(";")));
  }
}
