// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.source;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.CaptionLines;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SourceOptions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Refuses options of reading that have no effect in a dataset's layout. */
final class OptionsOfLayout {
  private static final Set<DatasetFormat> FILES =
      EnumSet.of(DatasetFormat.WEBDATASET, DatasetFormat.FOLDER);
  private static final Set<DatasetFormat> ROWS =
      EnumSet.complementOf(
          EnumSet.of(DatasetFormat.WEBDATASET, DatasetFormat.FOLDER, DatasetFormat.SCENES));
  private static final Set<DatasetFormat> READ =
      EnumSet.complementOf(EnumSet.of(DatasetFormat.SCENES));

  /**
   * An option.
   *
   * @param name its name in messages
   * @param given whether it differs from the default
   * @param layouts the layouts in which it has an effect
   */
  private record Choice(String name, Predicate<SourceOptions> given, Set<DatasetFormat> layouts) {}

  private static final List<Choice> CHOICES =
      List.of(
          new Choice(
              "a column of the key, which is the name of a sample's files,",
              options -> !options.columns().key().equals(ColumnNames.COMMON.key()),
              ROWS),
          new Choice(
              "a column of anchors",
              options -> !options.columns().anchor().equals(ColumnNames.COMMON.anchor()),
              ROWS),
          new Choice(
              "a root of the images, which are the samples' own files,",
              options -> options.imageRoot().isPresent(),
              ROWS),
          new Choice("a split", options -> options.split().isPresent(), ROWS),
          new Choice(
              "a separator",
              options -> options.separator().isPresent(),
              EnumSet.of(DatasetFormat.CSV)),
          new Choice(
              "whether a caption file's lines are captions",
              options -> options.captionLines() != CaptionLines.ONE,
              FILES),
          new Choice(
              "names of columns", options -> !options.columns().equals(ColumnNames.COMMON), READ),
          new Choice("a shard's name before the keys", SourceOptions::shardKeys, READ));

  private OptionsOfLayout() {}

  /**
   * Refuses an option that has no effect.
   *
   * @throws RequestException naming the option and the layout
   */
  static void require(String dataset, DatasetFormat layout, SourceOptions options) {
    for (Choice choice : CHOICES) {
      if (!choice.layouts().contains(layout) && choice.given().test(options)) {
        throw new RequestException(
            "%s: %s has no effect in the layout %s; omit it"
                .formatted(dataset, choice.name(), layout.word()));
      }
    }
  }
}
