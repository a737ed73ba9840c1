// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;

/** A storage on which the first attempt at some parts fails, after half of a file or before it. */
public final class FailingStorage extends Storage {
  private static final long serialVersionUID = 1;

  /** What has failed in this JVM. */
  public static final Set<String> FAILED = new ConcurrentSkipListSet<>();

  private final String[] parts;

  /** With a cluster's settings. */
  public FailingStorage(Configuration configuration, String... parts) {
    super(configuration);
    this.parts = parts;
  }

  @Override
  public void put(Path from, String to) {
    for (String part : parts) {
      if (to.endsWith(part) && TaskContext.get() != null && FAILED.add(part)) {
        super.put(from, to); // what it leaves is nobody's
        throw new IllegalStateException("the disk is gone");
      }
    }
    super.put(from, to);
  }
}
