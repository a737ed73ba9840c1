// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The two sides of a dataset's pairs, by key, and numbers that show which sides are the same. The
 * first side is a picture or a text in its place, the second a caption or a second picture. If a
 * sample has several captions, their keys are {@code key#0}, {@code key#1} and so on.
 *
 * <p>Memory: keys, texts and image ids of the whole dataset.
 */
public final class PairContents {
  private final String dataset;
  private final Map<String, PairSide> firsts = new HashMap<>();
  private final Map<String, PairSide> seconds = new HashMap<>();
  private final Map<String, List<PairSide>> own = new HashMap<>();
  private final Map<String, List<PairSide>> ofImages =
      new HashMap<>(); // texts that are their own anchors
  private final Map<String, String> imageIds = new HashMap<>();
  private final Map<String, Integer> imageNumbers = new HashMap<>();
  private final Map<PairSide, Integer> secondNumbers = new HashMap<>();

  private PairContents(String dataset) {
    this.dataset = dataset;
  }

  /** Reads a dataset. */
  public static PairContents read(SampleSource data, Progress progress) {
    PairContents contents = new PairContents(data.name());
    try (Progress.Task task = progress.begin("reading captions", -1, "samples")) {
      for (int shard = 0; shard < data.shards(); shard++) {
        try (SampleReader reader = data.open(shard, reject -> {})) {
          while (reader.hasNext()) {
            contents.add(reader.next());
            task.advance(1);
          }
        }
      }
    }
    if (contents.own.isEmpty()) {
      throw new FalconException(
          data.name()
              + ": holds no picture with a caption, and no pair of texts or of pictures, which are"
              + " shown to those who judge");
    }
    return contents;
  }

  private void add(Sample sample) {
    List<PairSide> mine = PairSide.seconds(sample);
    if (PairSide.first(sample).isEmpty() || mine.isEmpty() || own.containsKey(sample.key())) {
      return; // an audit also leaves these out
    }
    firsts.put(sample.key(), PairSide.first(sample).orElseThrow());
    own.put(sample.key(), mine);
    imageIds.put(
        sample.key(), sample.imageId().map(id -> "image " + id).orElse("sample " + sample.key()));
    if (mine.equals(List.of(first(sample.key())))) {
      ofImages.computeIfAbsent(imageIds.get(sample.key()), id -> new ArrayList<>()).addAll(mine);
    }
    seconds.put(sample.key(), mine.get(0));
    for (int i = 0; mine.size() > 1 && i < mine.size(); i++) {
      seconds.put(sample.key() + '#' + i, mine.get(i));
    }
  }

  /** Returns the first side of a pair: the picture, or the text in its place. */
  public PairSide first(String imageKey) {
    return require(firsts.get(imageKey), "image", imageKey);
  }

  /** Returns the second side of a pair: the caption, or the second picture. */
  public PairSide second(String textKey) {
    return require(seconds.get(textKey), "text", textKey);
  }

  /** Returns both sides of a pair. */
  public List<PairSide> sides(LabelPair.Name pair) {
    return List.of(first(pair.imageKey()), second(pair.textKey()));
  }

  /**
   * Returns the second sides of a first side's own sample; of a text that is its own anchor, the
   * other texts of its image.
   */
  public List<PairSide> own(String imageKey) {
    List<PairSide> mine = require(own.get(imageKey), "image", imageKey);
    List<PairSide> itself = List.of(first(imageKey));
    return mine.equals(itself)
        ? ofImages.getOrDefault(imageIds.get(imageKey), itself).stream()
            .filter(side -> !side.equals(itself.get(0)))
            .toList()
        : mine;
  }

  /** Returns the number of an image, from 0, which samples of the same image share. */
  public int imageNumber(String imageKey) {
    String id = require(imageIds.get(imageKey), "image", imageKey);
    return imageNumbers.computeIfAbsent(id, next -> imageNumbers.size());
  }

  /** Returns the number of a second side, from 0, which equal texts share. */
  public int captionNumber(String textKey) {
    return secondNumbers.computeIfAbsent(second(textKey), next -> secondNumbers.size());
  }

  private <T> T require(T found, String what, String key) {
    if (found == null) {
      throw new FalconException(
          dataset
              + ": holds no "
              + what
              + " '"
              + key
              + "', which the audit drew; name the data that were audited");
    }
    return found;
  }
}
