package dev.falcon.data.conversion;

import dev.falcon.data.Provenance;
import java.util.List;

/**
 * What a conversion wrote; also the file {@code conversion.json}, which is written last.
 *
 * @param format the format, such as {@code webdataset}
 * @param samples how many samples were written
 * @param rejected how many rows were not, listed in {@code rejects.parquet}
 * @param shards the files, in order
 * @param provenance of what and by what
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
   * @param samples how many samples it holds
   * @param sha256 the digest of its content
   */
  public record Shard(String name, int samples, String sha256) {}
}
