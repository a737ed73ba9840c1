// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.internal.vectors.ImagePass;
import dev.falcon.eval.internal.vectors.ShardRow;
import dev.falcon.eval.internal.vectors.ShardRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Embeds a dataset's images and captions. Samples with the same image id are one image. */
public final class GalleryBuilder {
  private static final int TEXTS_AT_ONCE = 4096;

  private final SampleSource data;
  private final EmbeddingModel embedder;
  private final Path outputDir;
  private final Progress progress;

  /**
   * Prepares the embedding of a dataset.
   *
   * @param outputDir the folder in which vectors are cached, shard by shard; null to cache none
   */
  public GalleryBuilder(
      SampleSource data, EmbeddingModel embedder, Path outputDir, Progress progress) {
    this.data = data;
    this.embedder = embedder;
    this.outputDir = outputDir;
    this.progress = progress;
  }

  public Gallery build(List<Reject> rejects) {
    List<ShardRow> rows = rows(rejects);
    if (rows.isEmpty()) {
      throw new FalconException(data.name() + ": holds no usable sample; " + Reject.why(rejects));
    }
    Map<String, List<ShardRow>> images = new LinkedHashMap<>();
    rows.forEach(row -> images.computeIfAbsent(row.imageId(), id -> new ArrayList<>()).add(row));
    List<String> keys = new ArrayList<>();
    GalleryNames names = new GalleryNames();
    List<float[]> vectors = new ArrayList<>();
    List<String> captions = new ArrayList<>();
    List<String> textKeys = new ArrayList<>();
    int[] firstCaption = new int[images.size() + 1];
    for (List<ShardRow> samples : images.values()) {
      int image = keys.size();
      keys.add(samples.get(0).key());
      vectors.add(samples.get(0).vector());
      for (ShardRow sample : samples) {
        names.addImage(sample, image);
        for (int i = 0; i < sample.captions().size(); i++) {
          String key = textKey(sample, i);
          names.addText(
              key,
              sample.captionIds().isEmpty() ? "" : sample.captionIds().get(i),
              textKeys.size());
          captions.add(sample.captions().get(i));
          textKeys.add(key);
        }
      }
      firstCaption[image + 1] = captions.size();
    }
    int[] owner = new int[captions.size()];
    for (int image = 0; image < keys.size(); image++) {
      Arrays.fill(owner, firstCaption[image], firstCaption[image + 1], image);
    }
    return new Gallery(
        List.copyOf(keys),
        names,
        vectors.toArray(float[][]::new),
        captions,
        textKeys,
        owner,
        firstCaption,
        embed(captions));
  }

  private static String textKey(ShardRow sample, int caption) {
    return sample.captions().size() == 1 ? sample.key() : sample.key() + '#' + caption;
  }

  private List<ShardRow> rows(List<Reject> rejects) {
    ImagePass pass = new ImagePass(embedder, Optional.ofNullable(outputDir).map(ImagePass::cache));
    String fingerprint = outputDir == null ? "" : data.fingerprint();
    Set<String> keys = new HashSet<>();
    List<ShardRow> rows = new ArrayList<>();
    try (Progress.Task task = progress.begin("embedding", -1, "images")) {
      for (int shard = 0; shard < data.shards(); shard++) {
        ShardRows done =
            pass.rows(
                data,
                shard,
                fingerprint + " " + shard,
                ConvertOrder.RGB_THEN_RESIZE,
                Map.of(),
                task);
        rejects.addAll(done.rejects());
        for (ShardRow row : done.rows()) {
          Optional<String> problem = problem(row, keys);
          if (problem.isEmpty()) {
            rows.add(row);
          } else {
            rejects.add(new Reject(data.shardName(shard), row.key(), problem.get()));
          }
        }
      }
    }
    return rows;
  }

  private static Optional<String> problem(ShardRow row, Set<String> keys) {
    if (row.captions().isEmpty()) {
      return Optional.of("the sample has no caption");
    }
    return keys.add(row.key()) ? Optional.empty() : Optional.of("the key was there before");
  }

  private float[][] embed(List<String> captions) {
    float[][] vectors = new float[captions.size()][];
    try (Progress.Task task = progress.begin("embedding", captions.size(), "captions")) {
      for (int from = 0; from < vectors.length; from += TEXTS_AT_ONCE) {
        int to = Math.min(from + TEXTS_AT_ONCE, vectors.length);
        float[][] block = embedder.embedTexts(captions.subList(from, to));
        System.arraycopy(block, 0, vectors, from, block.length);
        task.advance(block.length);
      }
    }
    return vectors;
  }
}
