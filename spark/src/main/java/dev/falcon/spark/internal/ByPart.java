// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import org.apache.spark.Partitioner;

/** Partitions chunks by part: each part has its own partition. */
public final class ByPart extends Partitioner {
  private static final long serialVersionUID = 1;
  private final int parts;

  public ByPart(int parts) {
    this.parts = parts;
  }

  @Override
  public int numPartitions() {
    return parts;
  }

  @Override
  public int getPartition(Object key) {
    return (Integer) key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByPart that && that.parts == parts;
  }

  @Override
  public int hashCode() {
    return parts;
  }
}
