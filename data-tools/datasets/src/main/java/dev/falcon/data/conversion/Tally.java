// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import dev.falcon.data.ImageTypes;
import dev.falcon.data.Reject;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Counts the contents of samples; the tallies of shards are added in the shards' order. */
public final class Tally {
  private final Optional<ImageDecoder> decoder;
  private final int maxExamples;
  private final Hashes keys = new Hashes();
  private final Hashes imageIds = new Hashes();
  private final Hashes textGroups = new Hashes();
  private final TreeMap<String, Long> imageTypes = new TreeMap<>();
  private final TreeMap<String, Long> fields = new TreeMap<>();
  private final List<Reject> rejects = new ArrayList<>();
  private final List<Sample> examples = new ArrayList<>();
  private long rejected;
  private long samples;
  private long images;
  private long imagePairs;
  private long captions;
  private long samplesWithoutCaption;
  private long labels;
  private long captionCharacters;
  private int longestCaption;
  private long imageBytes;

  /**
   * Creates an empty tally.
   *
   * @param decoder decodes every image; null to skip decoding
   */
  public Tally(Optional<ImageDecoder> decoder, int maxExamples) {
    this.decoder = decoder;
    this.maxExamples = maxExamples;
  }

  /** Counts a sample of the shard. */
  public void add(Sample sample, String shard) {
    samples++;
    keys.add(sample.key());
    captions += sample.captions().size();
    samplesWithoutCaption += sample.captions().isEmpty() && !sample.hasPositiveImage() ? 1 : 0;
    for (String caption : sample.captions()) {
      int length = caption.codePointCount(0, caption.length());
      captionCharacters += length;
      longestCaption = Math.max(longestCaption, length);
    }
    labels += sample.label().isPresent() ? 1 : 0;
    sample.metadata().keySet().forEach(field -> fields.merge(field, 1L, Long::sum));
    sample.members().keySet().forEach(suffix -> fields.merge('.' + suffix, 1L, Long::sum));
    if (examples.size() < maxExamples) {
      examples.add(sample);
    }
    sample.image().ifPresent(image -> addImage(sample, image, shard));
    if (!sample.hasImage() && sample.anchor().isEmpty()) {
      sample.imageId().ifPresent(textGroups::add);
    }
  }

  private void addImage(Sample sample, byte[] image, String shard) {
    images++;
    imageIds.add(sample.imageIdOrKey());
    addFile(sample, image, "image", shard);
    if (sample.hasPositiveImage()) {
      imagePairs++;
      addFile(sample, sample.positiveImage().orElseThrow(), "positive image", shard);
    }
  }

  private void addFile(Sample sample, byte[] image, String which, String shard) {
    imageBytes += image.length;
    imageTypes.merge(ImageTypes.suffixOf(image).orElse("unknown"), 1L, Long::sum);
    if (decoder.isPresent()) {
      try {
        decoder.get().decode(image);
      } catch (ImageException e) {
        String reason = "the %s cannot be decoded: %s".formatted(which, e.getMessage());
        reject(new Reject(shard, sample.key(), reason));
      }
    }
  }

  /** Counts an unusable row. */
  public void reject(Reject reject) {
    rejected++;
    if (rejects.size() < Inspection.MAX_REJECTS) {
      rejects.add(reject);
    }
  }

  /** Returns the number of samples counted. */
  public long samples() {
    return samples;
  }

  /** Adds the tally of the samples that follow those of this tally. */
  public void addAll(Tally other) {
    samples += other.samples;
    images += other.images;
    imagePairs += other.imagePairs;
    captions += other.captions;
    samplesWithoutCaption += other.samplesWithoutCaption;
    labels += other.labels;
    captionCharacters += other.captionCharacters;
    longestCaption = Math.max(longestCaption, other.longestCaption);
    imageBytes += other.imageBytes;
    keys.addAll(other.keys);
    imageIds.addAll(other.imageIds);
    textGroups.addAll(other.textGroups);
    other.imageTypes.forEach((type, count) -> imageTypes.merge(type, count, Long::sum));
    other.fields.forEach((field, count) -> fields.merge(field, count, Long::sum));
    rejected += other.rejected;
    other.rejects.stream().limit(Inspection.MAX_REJECTS - rejects.size()).forEach(rejects::add);
    other.examples.stream().limit(maxExamples - examples.size()).forEach(examples::add);
  }

  /** Returns the counts as a result. */
  public Inspection result(String name, String format, int shards, boolean complete) {
    return new Inspection(
        name,
        format,
        shards,
        complete,
        samples,
        images,
        imagePairs,
        captions,
        samplesWithoutCaption,
        labels,
        imageIds.distinct(),
        textGroups.distinct(),
        samples - keys.distinct(),
        captions == 0 ? 0 : (double) captionCharacters / captions,
        longestCaption,
        imageBytes,
        imageTypes,
        fields,
        rejected,
        rejects,
        examples);
  }
}
