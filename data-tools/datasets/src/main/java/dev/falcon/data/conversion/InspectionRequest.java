// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;

/**
 * A request to inspect a dataset.
 *
 * @param source the dataset
 * @param limit the maximum number of samples to read, from the first on; 0 for all samples, with
 *     shards read in parallel
 * @param decode whether to decode every image, to find the broken ones
 * @param examples number of first samples to keep
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
