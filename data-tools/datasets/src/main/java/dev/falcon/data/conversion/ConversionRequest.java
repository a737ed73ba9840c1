// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A request for a conversion.
 *
 * @param source the dataset
 * @param options the options with which the dataset was opened, for the provenance
 * @param output the output folder
 * @param format the format to write
 * @param samplesPerShard the number of samples per file, at least 1
 * @param overwrite whether an earlier conversion in the folder may be replaced
 * @param order the selection and order of the samples; empty for all samples in the dataset's own
 *     order. With an order, a file holds whole batches: as many as fit into {@code
 *     samplesPerShard}, at least one
 */
public record ConversionRequest(
    SampleSource source,
    Map<String, Object> options,
    Path output,
    Format format,
    int samplesPerShard,
    boolean overwrite,
    Optional<SampleOrder> order) {

  /** An output format. */
  public enum Format {
    WEBDATASET("tar"),
    PARQUET("parquet");

    private final String extension;

    Format(String extension) {
      this.extension = extension;
    }

    /** Returns the extension of the files' names. */
    public String extension() {
      return extension;
    }
  }

  /** Creates a request for all samples in the dataset's own order. */
  public ConversionRequest(
      SampleSource source,
      Map<String, Object> options,
      Path output,
      Format format,
      int samplesPerShard,
      boolean overwrite) {
    this(source, options, output, format, samplesPerShard, overwrite, Optional.empty());
  }

  /** Returns a copy that writes into another folder. */
  public ConversionRequest into(Path folder) {
    return new ConversionRequest(
        source, options, folder, format, samplesPerShard, overwrite, order);
  }

  public ConversionRequest {
    options = Map.copyOf(options);
    if (samplesPerShard < 1) {
      throw new RequestException("a shard must have at least 1 sample; " + samplesPerShard);
    }
    if (order.isPresent()) {
      int batch = order.get().batchSize();
      samplesPerShard = Math.max(1, samplesPerShard / batch) * batch;
    }
  }
}
