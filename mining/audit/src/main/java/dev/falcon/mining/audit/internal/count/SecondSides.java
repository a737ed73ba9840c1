// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.mining.audit.internal.draw.Items;
import dev.falcon.onnx.matcher.EncodedCaption;
import dev.falcon.onnx.matcher.MatchScorer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The second sides of pairs as one judge encodes them, once for all pairs.
 *
 * @param encoded each encoded second side; an empty one if it cannot be decoded {@code // [sides]}
 * @param broken the pictures that cannot be decoded, by number
 */
record SecondSides(List<EncodedCaption> encoded, Map<Integer, BlockScores.Rejected> broken) {
  private static final int TEXTS_AT_ONCE = 1_024;
  private static final int PICTURES_AT_ONCE = 16;
  private static final EncodedCaption NONE = new EncodedCaption(new int[0], new float[0]);

  /**
   * Encodes the second sides of items.
   *
   * @param wanted the items to encode {@code // [sides]}
   */
  static SecondSides of(MatchScorer judge, SampleSource data, Items items, List<Integer> wanted) {
    return items.ofPictures()
        ? pictures(judge, data, items, wanted)
        : texts(judge, wanted.stream().map(items::caption).toList());
  }

  private static SecondSides texts(MatchScorer judge, List<String> texts) {
    List<EncodedCaption> all = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += TEXTS_AT_ONCE) {
      int to = Math.min(texts.size(), from + TEXTS_AT_ONCE);
      all.addAll(judge.encodeCaptions(texts.subList(from, to)));
    }
    return new SecondSides(all, Map.of());
  }

  private static SecondSides pictures(
      MatchScorer judge, SampleSource data, Items items, List<Integer> wanted) {
    Map<PairSide.Picture, Integer> numbers = new HashMap<>();
    for (int number = 0; number < wanted.size(); number++) {
      numbers.put(items.second(wanted.get(number)).picture().orElseThrow(), number);
    }
    SecondSides sides =
        new SecondSides(new ArrayList<>(Collections.nCopies(wanted.size(), NONE)), new HashMap<>());
    Map<PairSide.Picture, byte[]> waiting = new HashMap<>();
    for (int shard = 0; shard < data.shards() && !numbers.isEmpty(); shard++) {
      try (SampleReader reader = data.open(shard, reject -> {})) {
        while (reader.hasNext() && waiting.size() < numbers.size()) {
          Sample sample = reader.next();
          PairSide.Picture picture = new PairSide.Picture(sample.key(), true);
          if (numbers.containsKey(picture)) {
            sample.positiveImage().ifPresent(file -> waiting.putIfAbsent(picture, file));
          }
          if (waiting.size() == PICTURES_AT_ONCE) {
            sides.encode(judge, waiting, numbers);
          }
        }
      }
    }
    sides.encode(judge, waiting, numbers);
    if (!numbers.isEmpty()) {
      throw new FalconException(data.name() + ": has changed while it was read");
    }
    return sides;
  }

  private void encode(
      MatchScorer judge,
      Map<PairSide.Picture, byte[]> waiting,
      Map<PairSide.Picture, Integer> numbers) {
    if (waiting.isEmpty()) {
      return;
    }
    List<PairSide.Picture> pictures = List.copyOf(waiting.keySet());
    PictureBatch batch = PictureBatch.of(judge, pictures.stream().map(waiting::get).toList());
    List<EncodedCaption> vectors = judge.encodeSecondImages(batch.pixels(), pictures.size());
    for (int i = 0; i < pictures.size(); i++) {
      PairSide.Picture picture = pictures.get(i);
      int number = numbers.remove(picture);
      Optional<String> problem = batch.problems().get(i);
      if (problem.isPresent()) {
        broken.put(
            number, new BlockScores.Rejected(picture.key(), "the second image: " + problem.get()));
      } else {
        encoded.set(number, vectors.get(i));
      }
    }
    waiting.clear();
  }
}
