// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.util.List;
import java.util.Optional;

/** The form of pairs: the kinds of their two sides. */
enum PairForm {
  /** A picture and a caption. */
  CAPTIONED("pictures with captions"),
  /** Two texts. */
  TEXTS("pairs of texts"),
  /** Two pictures. */
  PICTURES("pairs of pictures");

  private final String label;

  PairForm(String label) {
    this.label = label;
  }

  /** Returns the name for people, in the plural. */
  String label() {
    return label;
  }

  /** Returns the placeholders of a pair's texts in a prompt. */
  List<String> places() {
    return switch (this) {
      case CAPTIONED -> List.of(JudgePrompt.CAPTION);
      case TEXTS -> List.of("{first}", "{second}");
      case PICTURES -> List.of();
    };
  }

  /** Returns the form of a pair. */
  static PairForm of(PairSide first, PairSide second) {
    if (first.picture().isEmpty()) {
      return TEXTS;
    }
    return second.picture().isPresent() ? PICTURES : CAPTIONED;
  }

  /**
   * Returns the form of the first sample that has both sides.
   *
   * @throws FalconException if no sample has both
   */
  static PairForm of(SampleSource data) {
    for (int shard = 0; shard < data.shards(); shard++) {
      try (SampleReader reader = data.open(shard, reject -> {})) {
        while (reader.hasNext()) {
          Sample sample = reader.next();
          Optional<PairSide> first = PairSide.first(sample);
          List<PairSide> seconds = PairSide.seconds(sample);
          if (first.isPresent() && !seconds.isEmpty()) {
            return of(first.get(), seconds.get(0));
          }
        }
      }
    }
    throw new FalconException(data.name() + ": holds no pair of pictures or texts");
  }
}
