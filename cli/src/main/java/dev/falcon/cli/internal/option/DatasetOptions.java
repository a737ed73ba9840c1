// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.store.EmbeddingStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of commands whose only image files are those of a dataset. */
public final class DatasetOptions {
  /** Describes the argument that names a dataset. */
  public static final String SPECIFICATION =
      "A file, a folder, {00000..00099}.tar, '*.tar', several joined by '::', or"
          + " scenes:test,count=100.";

  @Option(
      names = "--image-root",
      paramLabel = "DIR",
      description =
          "The folder or zip of the image files that a table or list names; by default, they are"
              + " beside it.")
  private Path imageRoot;

  @Mixin private ReadingFlags reading;

  /** Returns the folder or zip of the image files that a table names. */
  public Optional<Path> imageRoot() {
    return Optional.ofNullable(imageRoot);
  }

  /**
   * Reads as a record says, unless the user says how.
   *
   * @param options the options of a record, such as a store's
   */
  public void readAs(Map<String, Object> options) {
    if (reading.given().isEmpty()) {
      reading = ReadingFlags.recorded(options);
    }
  }

  /** Reads as the record of a store says, unless the user says how. */
  public void readAs(EmbeddingStore store) {
    readAs(ReadingFlags.recordedIn(store));
  }

  /** Opens the dataset that the user named. */
  public SampleSource open(String spec) {
    return reading.open(spec, imageRoot());
  }

  /** Returns the options for the library. */
  public SourceOptions sourceOptions() {
    return reading.sourceOptions(imageRoot());
  }

  /** Returns those given options that affect how data are read, for the provenance. */
  public Map<String, Object> given() {
    return reading.given();
  }
}
