// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.score;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.RequestException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** When an item counts as right. */
public enum ItemProtocol {
  /** Each image scores its right captions above its wrong ones. */
  CAPTION,
  /** Each caption scores its right images above its wrong ones. */
  IMAGE,
  /** Both. */
  GROUP,
  /** Right captions are nearer to each other than to the wrong ones; images are not asked. */
  TEXT,
  /** As {@link #CAPTION}, with the rank of the right caption among many. */
  RANK;

  /** Returns the name in files. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the protocol with this name.
   *
   * @throws RequestException if there is none
   */
  @JsonCreator
  public static ItemProtocol ofLabel(String label) {
    return Arrays.stream(values())
        .filter(protocol -> protocol.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    "the protocol must be one of "
                        + Arrays.stream(values())
                            .map(ItemProtocol::label)
                            .collect(Collectors.joining(", "))
                        + "; it is '"
                        + label
                        + "'"));
  }
}
