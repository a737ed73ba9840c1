// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.CaptionLines;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SourceOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every option of reading in every layout: it has an effect, or is refused. */
class OptionsOfLayoutTest {
  private static final SourceOptions NONE = SourceOptions.DEFAULTS;
  private static final List<String> NAMED = List.of("named");

  /** Returns the layouts that refuse each option. */
  private static Map<SourceOptions, String> options() {
    ColumnNames columns = ColumnNames.COMMON;
    Map<SourceOptions, String> options = new LinkedHashMap<>();
    options.put(NONE, "");
    options.put(NONE.withColumns(columns.withKey(NAMED)), "folder scenes webdataset");
    options.put(NONE.withColumns(columns.withAnchor(NAMED)), "folder scenes webdataset");
    options.put(NONE.withImageRoot(Path.of("root")), "folder scenes webdataset");
    options.put(NONE.withSplit("train"), "folder scenes webdataset");
    options.put(
        NONE.withSeparator(';'), "arrow coco folder json karpathy parquet scenes webdataset");
    options.put(
        NONE.withCaptionLines(CaptionLines.EACH), "arrow coco csv json karpathy parquet scenes");
    options.put(NONE.withColumns(columns.withCaption(NAMED)), "scenes");
    options.put(NONE.withShardKeys(), "scenes");
    return options;
  }

  @Test
  void anOptionWithoutEffectIsRefused() {
    options()
        .forEach(
            (option, layouts) -> {
              Set<String> refusing = new TreeSet<>();
              for (DatasetFormat layout : DatasetFormat.values()) {
                try {
                  OptionsOfLayout.require("data", layout, option);
                } catch (RequestException e) {
                  assertThat(e).hasMessageContaining("no effect in the layout " + layout.word());
                  refusing.add(layout.word());
                }
              }
              assertThat(String.join(" ", refusing)).as(option.toString()).isEqualTo(layouts);
            });
  }

  @Test
  void generatedDataTakeNoNames() {
    assertThatThrownBy(() -> SampleSources.open("scenes:test,count=2", NONE.withShardKeys()))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "scenes:test,count=2: a shard's name before the keys has no effect in the layout"
                + " scenes; omit it");
  }
}
