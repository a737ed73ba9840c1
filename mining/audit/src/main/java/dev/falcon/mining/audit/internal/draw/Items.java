// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.sample.SameText;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Scene;
import dev.falcon.onnx.matcher.MatchScorer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The items of a dataset: the second sides of its pairs, each with its sample. An item is a caption
 * or, in pairs of images, the second image. A caption has the key of its sample or, if the sample
 * has several captions, {@code key#0}, {@code key#1} and so on, as in an embedding store; the bare
 * key then means the first. In pairs of texts, a text takes the place of the first image.
 *
 * <p>Memory: keys, captions and image ids of the whole dataset.
 */
public final class Items {
  private final String dataset;
  private final List<PairSide> seconds = new ArrayList<>();
  private final List<Integer> samples = new ArrayList<>();
  private final List<String> sampleKeys = new ArrayList<>();
  private final List<Optional<String>> imageIds = new ArrayList<>();
  private final List<PairSide> firsts = new ArrayList<>();
  private final List<Integer> captionCounts = new ArrayList<>();
  private final List<Integer> firstItems = new ArrayList<>();
  private final List<Scene> scenes = new ArrayList<>();
  private final Map<String, Integer> itemOf = new HashMap<>();

  private Items(String dataset) {
    this.dataset = dataset;
  }

  /**
   * Reads a dataset.
   *
   * @param withScenes whether to keep the scenes of samples of Scenes
   * @param rejects receives samples that cannot be judged
   */
  public static Items read(
      SampleSource data, boolean withScenes, List<Reject> rejects, Progress progress) {
    Items items = new Items(data.name());
    Set<String> keys = new HashSet<>();
    try (Progress.Task task = progress.begin("reading captions", -1, "samples")) {
      for (int shard = 0; shard < data.shards(); shard++) {
        String source = data.shardName(shard);
        try (SampleReader reader = data.open(shard, rejects::add)) {
          while (reader.hasNext()) {
            Sample sample = reader.next();
            Optional<String> problem = items.problem(sample, keys);
            if (problem.isEmpty()) {
              items.add(sample, withScenes);
            } else {
              rejects.add(new Reject(source, sample.key(), problem.get()));
            }
            task.advance(1);
          }
        }
      }
    }
    if (items.seconds.isEmpty()) {
      throw new FalconException(data.name() + ": holds no sample with an image and a caption");
    }
    return items;
  }

  private Optional<String> problem(Sample sample, Set<String> keys) {
    if (PairSide.first(sample).isEmpty()) {
      return Optional.of("the sample has no image");
    }
    if (!fits(sample)) {
      return Optional.of(
          ofPictures()
              ? "the sample has no second image, and the first sample has"
              : "the sample has no caption");
    }
    return keys.add(sample.key())
        ? Optional.empty()
        : Optional.of("an earlier sample has the same key");
  }

  /** Returns whether a sample has second sides of the same kind as the first sample. */
  private boolean fits(Sample sample) {
    List<PairSide> own = PairSide.seconds(sample);
    return !own.isEmpty()
        && (seconds.isEmpty() || own.get(0).picture().isPresent() == ofPictures());
  }

  /** Returns whether the second sides are pictures. Either all are, or none. */
  public boolean ofPictures() {
    return !seconds.isEmpty() && seconds.get(0).picture().isPresent();
  }

  private void add(Sample sample, boolean withScenes) {
    int number = sampleKeys.size();
    List<PairSide> own = PairSide.seconds(sample);
    sampleKeys.add(sample.key());
    imageIds.add(sample.imageId());
    firsts.add(PairSide.first(sample).orElseThrow());
    captionCounts.add(own.size());
    firstItems.add(seconds.size());
    itemOf.put(sample.key(), seconds.size());
    if (withScenes) {
      scenes.add(Scene.of(sample));
    }
    for (PairSide second : own) {
      int item = seconds.size();
      seconds.add(second);
      samples.add(number);
      itemOf.put(key(item), item);
    }
  }

  /**
   * Fails if a model cannot judge these pairs.
   *
   * @param judge the model's folder
   * @param scorer the model
   * @throws FalconException if the model judges pairs of another kind
   */
  public void requireKind(Path judge, MatchScorer scorer) {
    if (ofPictures()) {
      if (!scorer.scoresPictures()) {
        throw new FalconException(
            judge
                + ": judges "
                + (scorer.isOfTexts() ? "pairs of texts" : "images with texts")
                + ", and "
                + dataset
                + " holds pairs of images; expected a dual encoder with one vector per image, or a"
                + " table of scores");
      }
      return;
    }
    for (PairSide first : firsts) {
      requireKind(judge, scorer.isOfTexts(), dataset, first.words().isPresent());
    }
  }

  /**
   * Fails if a model cannot judge pairs whose second side is a text.
   *
   * @param judge the model's folder
   * @param ofTexts whether the model judges pairs of texts, not images with texts
   * @param source the source of the pairs, for the message
   * @param anchored whether the pairs are of two texts
   * @throws FalconException if the model judges pairs of another kind
   */
  public static void requireKind(Path judge, boolean ofTexts, String source, boolean anchored) {
    if (ofTexts && !anchored) {
      throw new FalconException(
          judge
              + ": judges pairs of texts, and "
              + source
              + " holds images; expected a model that matches images with texts");
    }
    if (!ofTexts && anchored) {
      throw new FalconException(
          judge
              + ": judges images, and "
              + source
              + " holds pairs of texts; expected a cross-encoder, a sentence encoder or a table of"
              + " scores");
    }
  }

  /** Returns the first side of the item's sample: its image, or the text in its place. */
  public PairSide first(int item) {
    return firsts.get(sample(item));
  }

  /** Returns the item itself: a caption or, in pairs of images, the second image. */
  public PairSide second(int item) {
    return seconds.get(item);
  }

  /** Returns the name of second sides in messages. */
  public String secondName() {
    return ofPictures() ? "second image" : "text";
  }

  /** Returns the number of second sides. */
  public int size() {
    return seconds.size();
  }

  /** Returns the number of samples. */
  public int samples() {
    return sampleKeys.size();
  }

  /** Returns the dataset's name. */
  public String dataset() {
    return dataset;
  }

  /** Returns the dataset's name without its folders, since paths must not appear in outputs. */
  public String shortName() {
    return dataset.substring(dataset.replace('\\', '/').lastIndexOf('/') + 1);
  }

  /** Returns the number of the item's sample, from 0 in the dataset's order. */
  public int sample(int item) {
    return samples.get(item);
  }

  /** Returns the first item of a sample. */
  public int firstItem(int sample) {
    return firstItems.get(sample);
  }

  /** Returns the key of the sample of the item's image. */
  public String imageKey(int item) {
    return sampleKeys.get(sample(item));
  }

  /**
   * Returns whether the sample with this number is the given one; otherwise that sample was
   * rejected.
   */
  public boolean isSample(int number, Sample read) {
    return number < samples()
        && PairSide.first(read).isPresent()
        && fits(read)
        && read.key().equals(sampleKeys.get(number));
  }

  /** Returns the key of a sample. */
  public String sampleKey(int sample) {
    return sampleKeys.get(sample);
  }

  /** Returns the key of the second side. */
  public String key(int item) {
    int sample = sample(item);
    return captionCounts.get(sample) == 1
        ? sampleKeys.get(sample)
        : sampleKeys.get(sample) + '#' + (item - firstItems.get(sample));
  }

  /**
   * Returns the caption of an item.
   *
   * @throws FalconException if the dataset holds pairs of images
   */
  public String caption(int item) {
    return second(item)
        .words()
        .orElseThrow(
            () -> new FalconException(dataset + ": holds pairs of images, which have no captions"));
  }

  /** Returns the identity of a second side. Captions that are the same text have the same. */
  public String secondIdentity(int item) {
    return second(item)
        .words()
        .map(SameText.CASED::form)
        .orElseGet(() -> "second image of " + imageKey(item));
  }

  /** Returns a sample's scene. Scenes must have been kept. */
  public Scene scene(int sample) {
    return scenes.get(sample);
  }

  /** Returns the item with a key; -1 if the data do not contain it. */
  public int find(String key) {
    return itemOf.getOrDefault(key, -1);
  }

  /** Returns whether two items belong to the same sample, or to samples with the same image id. */
  public boolean sameImage(int a, int b) {
    int first = sample(a);
    int second = sample(b);
    Optional<String> id = imageIds.get(first);
    return first == second || (id.isPresent() && id.equals(imageIds.get(second)));
  }

  /** Returns the identity of the item's image. */
  public String imageIdentity(int item) {
    int sample = sample(item);
    return imageIds.get(sample).map(id -> "image " + id).orElse("sample " + sample);
  }

  /** Returns whether two items are equal texts; false for pictures. */
  public boolean sameCaption(int a, int b) {
    return second(a).words().isPresent() && secondIdentity(a).equals(secondIdentity(b));
  }
}
