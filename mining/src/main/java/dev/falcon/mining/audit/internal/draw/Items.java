package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Scene;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The captions of a dataset, each with its sample: items. A caption's key is its sample's, or,
 * where the sample has several, {@code key#0}, {@code key#1} and so on, as in an embedding store;
 * the bare key then means the first. Of pairs of texts, a text is in place of the image.
 *
 * <p>Memory: keys, captions and image ids of the whole dataset.
 */
public final class Items {
  private final String dataset;
  private final List<String> captions = new ArrayList<>();
  private final List<Integer> samples = new ArrayList<>();
  private final List<String> sampleKeys = new ArrayList<>();
  private final List<Optional<String>> imageIds = new ArrayList<>();
  private final List<Optional<String>> anchors = new ArrayList<>();
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
    boolean ofImages = false;
    try (Progress.Task task = progress.begin("reading captions", -1, "samples")) {
      for (int shard = 0; shard < data.shards(); shard++) {
        String source = data.shardName(shard);
        try (SampleReader reader = data.open(shard, rejects::add)) {
          while (reader.hasNext()) {
            Sample sample = reader.next();
            ofImages |= sample.hasPositiveImage();
            Optional<String> problem = problem(sample, keys);
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
    if (items.captions.isEmpty()) {
      throw new FalconException(
          data.name()
              + (ofImages
                  ? ": holds pairs of images, and an audit judges texts; right would be images with"
                      + " captions, or pairs of texts"
                  : ": holds no sample with an image and a caption"));
    }
    return items;
  }

  private static Optional<String> problem(Sample sample, Set<String> keys) {
    if (!sample.hasImage() && sample.anchor().isEmpty()) {
      return Optional.of("the sample has no image");
    }
    if (sample.captions().isEmpty()) {
      return Optional.of("the sample has no caption");
    }
    return keys.add(sample.key())
        ? Optional.empty()
        : Optional.of("an earlier sample has the same key");
  }

  private void add(Sample sample, boolean withScenes) {
    int number = sampleKeys.size();
    sampleKeys.add(sample.key());
    imageIds.add(sample.imageId());
    anchors.add(sample.anchor());
    captionCounts.add(sample.captions().size());
    firstItems.add(captions.size());
    itemOf.put(sample.key(), captions.size());
    if (withScenes) {
      scenes.add(Scene.of(sample));
    }
    for (String caption : sample.captions()) {
      int item = captions.size();
      captions.add(caption);
      samples.add(number);
      itemOf.put(key(item), item);
    }
  }

  /**
   * Fails where a model cannot judge these pairs.
   *
   * @param judge the model's folder
   * @param ofTexts whether it judges pairs of texts, and not images with texts
   * @throws FalconException in one line
   */
  public void requireKind(Path judge, boolean ofTexts) {
    for (Optional<String> anchor : anchors) {
      requireKind(judge, ofTexts, dataset, anchor.isPresent());
    }
  }

  /**
   * Fails where a model cannot judge pairs.
   *
   * @param judge the model's folder
   * @param ofTexts whether it judges pairs of texts, and not images with texts
   * @param source of the pairs, for the message
   * @param anchored whether the pairs are of two texts
   * @throws FalconException in one line
   */
  public static void requireKind(Path judge, boolean ofTexts, String source, boolean anchored) {
    if (ofTexts && !anchored) {
      throw new FalconException(
          judge
              + ": judges pairs of texts, and "
              + source
              + " holds images; right would be a model that matches images with texts");
    }
    if (!ofTexts && anchored) {
      throw new FalconException(
          judge
              + ": judges images, and "
              + source
              + " holds pairs of texts; right would be a cross-encoder, a sentence encoder or a"
              + " table of scores");
    }
  }

  /** The text in place of the item's image; empty for an image. */
  public Optional<String> anchor(int item) {
    return anchors.get(sample(item));
  }

  /** Number of captions. */
  public int size() {
    return captions.size();
  }

  /** Number of samples. */
  public int samples() {
    return sampleKeys.size();
  }

  /** The dataset's name. */
  public String dataset() {
    return dataset;
  }

  /** The dataset's name without its folders, which must not appear in outputs. */
  public String shortName() {
    return dataset.substring(dataset.replace('\\', '/').lastIndexOf('/') + 1);
  }

  /** The number of the item's sample, from 0 in the dataset's order. */
  public int sample(int item) {
    return samples.get(item);
  }

  /** The first caption of a sample. */
  public int firstItem(int sample) {
    return firstItems.get(sample);
  }

  /** The key of the sample of the item's image. */
  public String imageKey(int item) {
    return sampleKeys.get(sample(item));
  }

  /** Returns whether the sample of that number was read; otherwise it was rejected. */
  public boolean isSample(int number, Sample read) {
    return number < samples()
        && (read.hasImage() || read.anchor().isPresent())
        && !read.captions().isEmpty()
        && read.key().equals(sampleKeys.get(number));
  }

  /** The key of a sample. */
  public String sampleKey(int sample) {
    return sampleKeys.get(sample);
  }

  /** The key of the caption. */
  public String key(int item) {
    int sample = sample(item);
    return captionCounts.get(sample) == 1
        ? sampleKeys.get(sample)
        : sampleKeys.get(sample) + '#' + (item - firstItems.get(sample));
  }

  public String caption(int item) {
    return captions.get(item);
  }

  /** A sample's scene, if scenes were kept. */
  public Scene scene(int sample) {
    return scenes.get(sample);
  }

  /** The item of a key; -1 if the data do not contain it. */
  public int find(String key) {
    return itemOf.getOrDefault(key, -1);
  }

  /** Returns whether both belong to one sample or to samples with one image id. */
  public boolean sameImage(int a, int b) {
    int first = sample(a);
    int second = sample(b);
    Optional<String> id = imageIds.get(first);
    return first == second || (id.isPresent() && id.equals(imageIds.get(second)));
  }

  /** Identity of the item's image. */
  public String imageIdentity(int item) {
    int sample = sample(item);
    return imageIds.get(sample).map(id -> "image " + id).orElse("sample " + sample);
  }

  public boolean sameCaption(int a, int b) {
    return caption(a).equals(caption(b));
  }
}
