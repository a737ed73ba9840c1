// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.cli.internal.process.DataNotes;
import dev.falcon.data.report.PagePictures;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SampleThumbnails;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Datasets of any layout that Falcon reads. */
public final class NamedDatasets implements DatasetOpener {
  @Override
  public SampleSource open(String name, Optional<Path> imageRoot, EmbeddingStore... stores) {
    Map<String, Object> recorded =
        Stream.of(stores)
            .map(ReadingFlags::recordedIn)
            .filter(options -> !options.isEmpty())
            .findFirst()
            .orElse(Map.of());
    return DataNotes.ofStore(
        SampleSources.open(name, ReadingFlags.recorded(recorded).sourceOptions(imageRoot)));
  }

  @Override
  public PagePictures pictures(SampleSource data) {
    return new SampleThumbnails(data);
  }
}
