// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.StoreShard;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A shard whose files can be read locally. Files of the local file system are used in place; others
 * are copied into a temporary folder until they are read. Files whose digests differ from known
 * ones are refused.
 */
public final class FetchedShard implements AutoCloseable {
  private final List<Path> files = new ArrayList<>();
  private final List<Long> modified;
  private final StoreShard shard;
  private final List<String> sha256;
  private Path temporary; // null if nothing was copied

  public FetchedShard(ShardFiles of, Storage storage) {
    modified = of.requireUnchanged(storage);
    try {
      for (String name : of.names()) {
        String file = of.store() + "/" + name;
        Path local = storage.local(file);
        files.add(local == null ? fetched(file, storage) : local);
      }
      shard = StoreShard.open(of.layout(), files, of.firstRow(), of.perImage());
      sha256 = files.stream().map(Sha256::of).toList();
      of.requireDigests(sha256);
      if (shard.rows() != of.rows()) {
        throw new FalconException(
            String.format(
                Locale.ROOT,
                "%s: has %,d rows, and %,d were listed",
                of.keyFile(),
                shard.rows(),
                of.rows()));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Path fetched(String file, Storage storage) {
    if (temporary == null) {
      temporary = LocalDisks.folder("falcon-shard-");
    }
    Path to = temporary.resolve(files.size() + file.substring(file.lastIndexOf('.')));
    storage.fetch(file, to);
    return to;
  }

  public StoreShard shard() {
    return shard;
  }

  /** Returns the digests of the files, in the layout's order. */
  public List<String> sha256() {
    return sha256;
  }

  /** Returns the times of the files' last modification, in milliseconds since 1970. */
  public List<Long> modified() {
    return modified;
  }

  @Override
  public void close() {
    if (temporary != null) {
      Folders.delete(temporary);
    }
  }
}
