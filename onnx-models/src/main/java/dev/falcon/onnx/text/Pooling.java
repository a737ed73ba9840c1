// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A mode of pooling the states of a text's tokens to one vector, as in sentence-transformers. The
 * vectors of several modes are concatenated in the order of these constants.
 */
public enum Pooling {
  /** The state of the first token. */
  CLS("cls", "pooling_mode_cls_token"),
  /** The maximum of each component. */
  MAX("max", "pooling_mode_max_tokens"),
  /** The mean of the states. */
  MEAN("mean", "pooling_mode_mean_tokens"),
  /** The sum of the states divided by the square root of their number. */
  MEAN_SQRT_LEN("mean_sqrt_len_tokens", "pooling_mode_mean_sqrt_len_tokens"),
  /** The mean of the states, each weighted by its position, counted from 1. */
  WEIGHTED_MEAN("weightedmean", "pooling_mode_weightedmean_tokens"),
  /** The state of the last token. */
  LAST_TOKEN("lasttoken", "pooling_mode_lasttoken");

  private final String id;
  private final String flag;

  Pooling(String id, String flag) {
    this.id = id;
    this.flag = flag;
  }

  /** Returns the name in {@code falcon.json}. */
  public String id() {
    return id;
  }

  /** Returns the flag in {@code 1_Pooling/config.json}. */
  public String flag() {
    return flag;
  }

  /** Returns the mode with this {@link #id()}; empty if there is none. */
  public static Optional<Pooling> find(String id) {
    return Arrays.stream(values()).filter(pooling -> pooling.id.equals(id)).findFirst();
  }

  /** Returns the names of some modes, in order. */
  public static String ids(List<Pooling> some) {
    return some.stream().map(Pooling::id).collect(Collectors.joining(", "));
  }
}
