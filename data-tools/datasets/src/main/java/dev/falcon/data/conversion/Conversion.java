// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import dev.falcon.data.Provenance;
import java.util.List;

/**
 * The result of a conversion; also the file {@code conversion.json}, which is written last.
 *
 * @param format the format, such as {@code webdataset}
 * @param samples number of written samples
 * @param rejected number of rejected rows, listed in {@code rejects.parquet}
 * @param shards the files, in order
 * @param provenance how the files were made
 */
public record Conversion(
    String format, long samples, long rejected, List<Shard> shards, Provenance provenance) {
  public Conversion {
    shards = List.copyOf(shards);
  }

  /**
   * A written file.
   *
   * @param name its name
   * @param samples number of its samples
   * @param sha256 the digest of its content
   */
  public record Shard(String name, int samples, String sha256) {}
}
