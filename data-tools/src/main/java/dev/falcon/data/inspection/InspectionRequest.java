package dev.falcon.data.inspection;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;

/**
 * What to look at.
 *
 * @param source the dataset
 * @param limit how many samples to look at, from the first; 0 for all, which shards then share
 * @param decode whether to decode every image, which finds the broken ones
 * @param examples how many of the first samples to keep
 */
public record InspectionRequest(SampleSource source, long limit, boolean decode, int examples) {
  public InspectionRequest {
    if (limit < 0) {
      throw new RequestException("the limit must be 0 or more; " + limit);
    }
    if (examples < 0) {
      throw new RequestException("the number of examples must be 0 or more; " + examples);
    }
  }
}
