// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.CaptionParser;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.TruthMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The known truth of pairs. */
interface KnownTruth {
  /** Returns whether the text of an item is true of a sample's image, if that is known. */
  Optional<Boolean> match(int imageSample, int text);

  /**
   * Returns the number of images of the dataset of which each text is known to be true // [items]
   */
  int[] trueMatches();

  /** Returns a truth that knows of no pair. */
  static KnownTruth none() {
    return new KnownTruth() {
      @Override
      public Optional<Boolean> match(int imageSample, int text) {
        return Optional.empty();
      }

      @Override
      public int[] trueMatches() {
        return new int[0];
      }
    };
  }

  /** Returns the truth in a list of labelled pairs. */
  static KnownTruth of(LabelledPairs list) {
    return new KnownTruth() {
      @Override
      public Optional<Boolean> match(int imageSample, int text) {
        return list.match(imageSample, text);
      }

      @Override
      public int[] trueMatches() {
        return list.trueMatches();
      }
    };
  }

  /**
   * Returns the truth of Scenes, which decides every pair from the caption's text and the scene.
   */
  static KnownTruth ofScenes(Items items) {
    List<Caption> captions = new ArrayList<>();
    for (int item = 0; item < items.size(); item++) {
      captions.add(CaptionParser.parse(items.caption(item)));
    }
    return new KnownTruth() {
      @Override
      public Optional<Boolean> match(int imageSample, int text) {
        return Optional.of(captions.get(text).matches(items.scene(imageSample)));
      }

      @Override
      public int[] trueMatches() {
        List<Scene> scenes = IntStream.range(0, items.samples()).mapToObj(items::scene).toList();
        TruthMatrix matrix = TruthMatrix.of(captions, scenes);
        int[] counts = new int[items.size()];
        Arrays.setAll(counts, matrix::count);
        return counts;
      }
    };
  }

  /** Returns the verdict on each pair: 1 for a match, 0 for no match, -1 if unknown // [pairs] */
  static byte[] verdicts(KnownTruth truth, Items items, List<AuditPair> pairs) {
    byte[] verdicts = new byte[pairs.size()];
    for (int i = 0; i < verdicts.length; i++) {
      AuditPair pair = pairs.get(i);
      Optional<Boolean> match = truth.match(items.sample(pair.image()), pair.text());
      verdicts[i] = match.map(matches -> (byte) (matches ? 1 : 0)).orElse((byte) -1);
    }
    return verdicts;
  }
}
