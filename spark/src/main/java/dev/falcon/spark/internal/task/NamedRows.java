package dev.falcon.spark.internal.task;

import dev.falcon.mining.constraint.SampleFacts;
import java.util.Map;

/** Some rows of a store, whose keys are known. */
public record NamedRows(String name, long rows, Map<Long, String> keys) implements SampleFacts {
  @Override
  public String key(long row) {
    return keys.get(row);
  }
}
