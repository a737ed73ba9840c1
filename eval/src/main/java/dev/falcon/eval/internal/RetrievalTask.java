package dev.falcon.eval.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.eval.metric.RetrievalHits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Images and captions find each other by cosine. Both sets' vectors are in memory; scores are there
 * for a block of queries at a time.
 */
final class RetrievalTask implements TaskRunner {
  private static final int BLOCK = 64;
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
    List<Row> images = new ArrayList<>();
    try (Progress.Task progress =
        tools.progress().begin(data.folder().getFileName().toString(), -1, "images")) {
      for (ShardRows shard : data.rows(tools, progress)) {
        rejects.addAll(shard.rejects());
        for (Row row : shard.rows()) {
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
    List<Integer> owners = new ArrayList<>();
    for (int image = 0; image < images.size(); image++) {
      for (String caption : images.get(image).captions()) {
        captions.add(caption);
        owners.add(image);
      }
    }
    int fewest = RetrievalHits.fewestCandidates();
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
    float[][] imageVectors = images.stream().map(Row::vector).toArray(float[][]::new);
    float[][] textVectors = embed(captions, tools);
    int[] owner = owners.stream().mapToInt(Integer::intValue).toArray();
    RetrievalHits hits = hits(imageVectors, textVectors, owner);
    return new Outcome(hits.metrics(), images.size(), null, hits.tieBudget(), rejects);
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

  private static RetrievalHits hits(float[][] images, float[][] texts, int[] owner) {
    RetrievalHits hits = new RetrievalHits();
    DotProducts againstImages = new DotProducts(images);
    for (int from = 0; from < texts.length; from += BLOCK) {
      float[][] block = Arrays.copyOfRange(texts, from, Math.min(from + BLOCK, texts.length));
      float[][] scores = againstImages.with(block, 1);
      for (int i = 0; i < scores.length; i++) {
        hits.addCaption(scores[i], owner[from + i]);
      }
    }
    DotProducts againstTexts = new DotProducts(texts);
    for (int from = 0; from < images.length; from += BLOCK) {
      float[][] block = Arrays.copyOfRange(images, from, Math.min(from + BLOCK, images.length));
      float[][] scores = againstTexts.with(block, 1);
      for (int i = 0; i < scores.length; i++) {
        int image = from + i;
        hits.addImage(scores[i], caption -> owner[caption] == image);
      }
    }
    return hits;
  }
}
