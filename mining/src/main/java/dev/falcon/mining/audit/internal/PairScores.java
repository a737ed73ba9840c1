package dev.falcon.mining.audit.internal;

import dev.falcon.data.AtomicFile;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.Sample;
import dev.falcon.data.SampleReader;
import dev.falcon.data.SampleSource;
import dev.falcon.mining.audit.AuditPair;
import dev.falcon.mining.internal.WorkFolder;
import dev.falcon.onnx.EncodedCaption;
import dev.falcon.onnx.MatchScorer;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Has every judge score every pair. The pairs of {@value #IMAGES_PER_BLOCK} images make a block,
 * which is a unit of work: its scores depend on nothing else, and are kept in the work folder, so
 * that a run that was killed goes on where it stopped, to the same bytes. Each image is encoded
 * once by each judge, each caption tokenised once, and a pair that was drawn twice scored once.
 *
 * <p>Memory: the images and the encoded images of a block, the tokens (of a dual encoder, the
 * vector) of every caption that occurs.
 */
public final class PairScores {
  private static final int IMAGES_PER_BLOCK = 64;
  private static final int CAPTIONS_AT_ONCE = 1_024;

  private final SampleSource data;
  private final Items items;
  private final List<AuditPair> pairs;
  private final List<MatchScorer> judges;
  private final WorkFolder work;
  private final int[] order; // pairs by image, then text
  private final Map<Integer, Integer> slotOfText = new HashMap<>();
  private final List<String> captions = new ArrayList<>();
  private final List<List<EncodedCaption>> encoded = new ArrayList<>();

  /** Prepares to score the pairs. */
  public PairScores(
      SampleSource data,
      Items items,
      List<AuditPair> pairs,
      List<MatchScorer> judges,
      WorkFolder work) {
    this.data = data;
    this.items = items;
    this.pairs = pairs;
    this.judges = judges;
    this.work = work;
    this.order =
        IntStream.range(0, pairs.size())
            .boxed()
            .sorted((a, b) -> Long.compare(pairKey(a), pairKey(b)))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int number : order) {
      if (slotOfText.putIfAbsent(pairs.get(number).text(), captions.size()) == null) {
        captions.add(items.caption(pairs.get(number).text()));
      }
    }
  }

  private long pairKey(int number) {
    AuditPair pair = pairs.get(number);
    return (long) items.sample(pair.image()) << 32 | pair.text();
  }

  private int imageOf(int place) {
    return items.sample(pairs.get(order[place]).image());
  }

  /**
   * Scores what is not in the work folder yet.
   *
   * @param rejects takes the images that cannot be judged; their pairs score NaN
   * @return {@code // [judges x pairs]}
   */
  public float[][] score(List<Reject> rejects, Progress progress) {
    float[][] scores = new float[judges.size()][pairs.size()];
    if (judges.isEmpty()) {
      return scores;
    }
    List<int[]> blocks = blocks();
    Map<Integer, Sample> waiting = new HashMap<>();
    try (Progress.Task task = progress.begin("judging", pairs.size(), "pairs")) {
      int next = skipDone(blocks, 0, task);
      int sample = 0;
      int place = 0;
      for (int shard = 0; shard < data.shards() && next < blocks.size(); shard++) {
        try (SampleReader reader = data.open(shard, reject -> {})) {
          while (reader.hasNext() && next < blocks.size()) {
            Sample read = reader.next();
            if (!items.isSample(sample, read)) {
              continue; // it was rejected when the captions were read
            }
            int[] block = blocks.get(next);
            while (place < order.length && imageOf(place) < sample) {
              place++;
            }
            if (place >= block[0] && place < block[1] && imageOf(place) == sample) {
              waiting.put(sample, read);
            }
            if (sample == imageOf(block[1] - 1)) {
              score(block, next, waiting);
              task.advance(block[1] - block[0]);
              waiting.clear();
              next = skipDone(blocks, next + 1, task);
            }
            sample++;
          }
        }
      }
      if (next < blocks.size()) {
        throw new FalconException(data.name() + ": has changed while it was read");
      }
    }
    for (int block = 0; block < blocks.size(); block++) {
      read(blocks.get(block), file(block), scores, rejects);
    }
    return scores;
  }

  private int skipDone(List<int[]> blocks, int from, Progress.Task task) {
    int next = from;
    while (next < blocks.size() && Files.exists(file(next))) {
      task.advance(blocks.get(next)[1] - blocks.get(next)[0]);
      next++;
    }
    return next;
  }

  /** The blocks as stretches of the order: first place, and one past the last. */
  private List<int[]> blocks() {
    List<int[]> blocks = new ArrayList<>();
    int start = 0;
    int images = 0;
    for (int place = 0; place < order.length; place++) {
      if (place == 0 || imageOf(place) != imageOf(place - 1)) {
        if (images == IMAGES_PER_BLOCK) {
          blocks.add(new int[] {start, place});
          start = place;
          images = 0;
        }
        images++;
      }
    }
    if (order.length > 0) {
      blocks.add(new int[] {start, order.length});
    }
    return blocks;
  }

  private Path file(int block) {
    return work.file(String.format(Locale.ROOT, "block-%07d.scores", block));
  }

  private void encodeCaptions() {
    for (MatchScorer judge : judges) {
      List<EncodedCaption> all = new ArrayList<>(captions.size());
      for (int from = 0; from < captions.size(); from += CAPTIONS_AT_ONCE) {
        all.addAll(
            judge.encodeCaptions(
                captions.subList(from, Math.min(captions.size(), from + CAPTIONS_AT_ONCE))));
      }
      encoded.add(all);
    }
  }

  private void score(int[] block, int number, Map<Integer, Sample> samples) {
    if (encoded.isEmpty()) {
      encodeCaptions();
    }
    // Places of the distinct pairs, and of every place its distinct pair.
    List<Integer> distinct = new ArrayList<>();
    int[] distinctOf = new int[block[1] - block[0]];
    for (int place = block[0]; place < block[1]; place++) {
      if (place == block[0] || pairKey(order[place]) != pairKey(order[place - 1])) {
        distinct.add(place);
      }
      distinctOf[place - block[0]] = distinct.size() - 1;
    }
    List<Reject> rejects = new ArrayList<>();
    float[][] scores = new float[judges.size()][];
    for (int judge = 0; judge < judges.size(); judge++) {
      BlockJudge blockJudge = new BlockJudge(judges.get(judge), encoded.get(judge));
      int[] imageOfPair = distinct.stream().mapToInt(this::imageOf).toArray();
      int[] captionOfPair =
          distinct.stream()
              .mapToInt(place -> slotOfText.get(pairs.get(order[place]).text()))
              .toArray();
      scores[judge] =
          blockJudge.score(samples, imageOfPair, captionOfPair, judge == 0 ? rejects : null);
    }
    write(file(number), rejects, scores, distinctOf);
  }

  private void write(Path target, List<Reject> rejects, float[][] scores, int[] distinctOf) {
    try (AtomicFile file = AtomicFile.create(target)) {
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file.path())))) {
        out.writeInt(rejects.size());
        for (Reject reject : rejects) {
          out.writeUTF(reject.key());
          out.writeUTF(reject.reason());
        }
        for (float[] judge : scores) {
          for (int pair : distinctOf) {
            out.writeFloat(judge[pair]);
          }
        }
      }
      file.commit();
    } catch (IOException e) {
      throw new FalconException(target + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private void read(int[] block, Path file, float[][] scores, List<Reject> rejects) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int rejected = in.readInt();
      for (int i = 0; i < rejected; i++) {
        rejects.add(new Reject(items.shortName(), in.readUTF(), in.readUTF()));
      }
      for (float[] judge : scores) {
        for (int place = block[0]; place < block[1]; place++) {
          judge[order[place]] = in.readFloat();
        }
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
