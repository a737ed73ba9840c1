// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.eval.datacomp.SampleOutcomes;
import dev.falcon.eval.internal.vectors.CrossProducts;
import dev.falcon.eval.internal.vectors.DotProducts;
import dev.falcon.eval.internal.vectors.FileHashes;
import dev.falcon.eval.internal.vectors.ShardRow;
import dev.falcon.eval.internal.vectors.ShardRows;
import dev.falcon.eval.metric.HitScan;
import dev.falcon.eval.metric.OwnCandidates;
import dev.falcon.eval.metric.RetrievalHits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Retrieval of images by captions and of captions by images, by cosine. The vectors of both are in
 * memory; scores are computed a tile at a time, which both directions use.
 */
public final class RetrievalTask implements TaskRunner {
  private static final int TIED_AT_ONCE = 64;
  private static final int TEXTS_AT_ONCE = 4096;

  private final RetrievalData data;

  RetrievalTask(RetrievalData data) {
    this.data = data;
  }

  @Override
  public List<Provenance.Input> inputs(FileHashes hashes) {
    return data.inputs(hashes);
  }

  @Override
  public List<Prompts> prompts() {
    return List.of();
  }

  @Override
  public Outcome run(Tools tools) {
    List<Reject> rejects = new ArrayList<>();
    List<ShardRow> images = new ArrayList<>();
    try (Progress.Task progress =
        tools.progress().begin(data.folder().getFileName().toString(), -1, "images")) {
      for (ShardRows shard : data.rows(tools, progress)) {
        rejects.addAll(shard.rejects());
        for (ShardRow row : shard.rows()) {
          if (row.captions().isEmpty()) {
            rejects.add(
                new Reject(data.folder().getFileName().toString(), row.key(), "no caption"));
          } else {
            images.add(row);
          }
        }
      }
    }
    List<String> captions = new ArrayList<>();
    int[] firstCaption = new int[images.size() + 1];
    for (int image = 0; image < images.size(); image++) {
      captions.addAll(images.get(image).captions());
      firstCaption[image + 1] = captions.size();
    }
    int fewest = HitScan.fewestCandidates();
    if (images.size() < fewest) {
      throw new FalconException(
          data.folder()
              + ": has "
              + images.size()
              + " usable images; recall at "
              + fewest
              + " needs at least "
              + fewest);
    }
    float[][] imageVectors = images.stream().map(ShardRow::vector).toArray(float[][]::new);
    float[][] textVectors = embed(captions, tools);
    RetrievalHits hits = hits(imageVectors, textVectors, firstCaption);
    return Outcome.withoutClasses(
        hits.metrics(), images.size(), hits.tieBudget(), rejects, outcomes(hits, images));
  }

  /** Returns whether each query, first the images, finds a right answer first. */
  private static List<SampleOutcomes.One> outcomes(RetrievalHits hits, List<ShardRow> images) {
    List<SampleOutcomes.One> ofImages = new ArrayList<>();
    List<SampleOutcomes.One> ofTexts = new ArrayList<>();
    for (int image = 0; image < images.size(); image++) {
      String key = images.get(image).key();
      ofImages.add(new SampleOutcomes.One(key, key, hits.texts().isFirst(image) ? 1 : 0));
      for (int i = 0; i < images.get(image).captions().size(); i++) {
        double value = hits.images().isFirst(ofTexts.size()) ? 1 : 0;
        ofTexts.add(new SampleOutcomes.One(key + "#" + i, key, value));
      }
    }
    ofImages.addAll(ofTexts);
    return ofImages;
  }

  private static float[][] embed(List<String> captions, Tools tools) {
    float[][] vectors = new float[captions.size()][];
    try (Progress.Task task = tools.progress().begin("captions", captions.size(), "captions")) {
      for (int from = 0; from < vectors.length; from += TEXTS_AT_ONCE) {
        int to = Math.min(from + TEXTS_AT_ONCE, vectors.length);
        float[][] block = tools.embedder().embedTexts(captions.subList(from, to));
        System.arraycopy(block, 0, vectors, from, block.length);
        task.advance(block.length);
      }
    }
    return vectors;
  }

  /**
   * Ranks both directions.
   *
   * @param images the images' vectors, L2-normalised // [images x d]
   * @param texts the captions' vectors, L2-normalised // [captions x d]
   * @param firstCaption the index of each image's first caption, and the end // [images + 1]
   */
  public static RetrievalHits hits(float[][] images, float[][] texts, int[] firstCaption) {
    HitScan ofImages = new HitScan(OwnCandidates.ofImages(firstCaption));
    HitScan ofTexts = new HitScan(OwnCandidates.ofCaptions(firstCaption));
    CrossProducts.forEach(images, texts, ofImages::add, ofTexts::add);
    decide(ofImages, images, texts);
    decide(ofTexts, texts, images);
    return new RetrievalHits(ofImages, ofTexts);
  }

  /** Decides the queries that a tie leaves open, from all their scores. */
  private static void decide(HitScan scan, float[][] queries, float[][] candidates) {
    List<Integer> tied = new ArrayList<>();
    scan.decide(tied::add);
    if (tied.isEmpty()) {
      return;
    }
    int dimension = Math.min(queries[0].length, candidates[0].length);
    DotProducts products = new DotProducts(candidates, dimension);
    for (int from = 0; from < tied.size(); from += TIED_AT_ONCE) {
      List<Integer> block = tied.subList(from, Math.min(from + TIED_AT_ONCE, tied.size()));
      float[][] scores =
          products.with(block.stream().map(query -> queries[query]).toArray(float[][]::new), 1);
      IntStream.range(0, scores.length)
          .parallel()
          .forEach(i -> scan.settle(block.get(i), scores[i]));
    }
  }
}
