package dev.falcon.mining.label;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The captions of a dataset by key, and which images are the same. A caption of a sample with
 * several has the key {@code key#0}, {@code key#1} and so on.
 *
 * <p>Memory: keys, captions and image ids of the whole dataset.
 */
public final class PairContents {
  private final String dataset;
  private final Map<String, String> captions = new HashMap<>();
  private final Map<String, List<String>> own = new HashMap<>();
  private final Map<String, String> imageIds = new HashMap<>();
  private final Map<String, Integer> imageNumbers = new HashMap<>();
  private final Map<String, Integer> captionNumbers = new HashMap<>();

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
          data.name() + ": holds no picture with a caption, which is shown to those who judge");
    }
    return contents;
  }

  private void add(Sample sample) {
    if (!sample.hasImage() || sample.captions().isEmpty() || own.containsKey(sample.key())) {
      return; // an audit leaves these out, too
    }
    own.put(sample.key(), sample.captions());
    imageIds.put(
        sample.key(), sample.imageId().map(id -> "image " + id).orElse("sample " + sample.key()));
    captions.put(sample.key(), sample.captions().get(0));
    for (int i = 0; sample.captions().size() > 1 && i < sample.captions().size(); i++) {
      captions.put(sample.key() + '#' + i, sample.captions().get(i));
    }
  }

  /** The caption of a key. */
  public String caption(String textKey) {
    return require(captions.get(textKey), "text", textKey);
  }

  /** The captions of a picture's own sample. */
  public List<String> own(String imageKey) {
    return require(own.get(imageKey), "image", imageKey);
  }

  /** The number of an image, which samples of one image share, from 0. */
  public int imageNumber(String imageKey) {
    String id = require(imageIds.get(imageKey), "image", imageKey);
    return imageNumbers.computeIfAbsent(id, next -> imageNumbers.size());
  }

  /** The number of a caption, which equal texts share, from 0. */
  public int captionNumber(String textKey) {
    return captionNumbers.computeIfAbsent(caption(textKey), next -> captionNumbers.size());
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
