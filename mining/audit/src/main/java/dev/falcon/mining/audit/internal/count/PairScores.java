// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.work.Shard;
import dev.falcon.data.work.WorkUnits;
import dev.falcon.mining.audit.internal.draw.AuditPair;
import dev.falcon.mining.audit.internal.draw.Items;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.onnx.matcher.MatchScorer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Scores every pair by every judge. The pairs of {@value #IMAGES_PER_BLOCK} images form a block,
 * the unit of work. Its scores depend on nothing else, and are kept in the work folder, so that an
 * interrupted run resumes where it stopped with an identical result. Each judge encodes each image,
 * each caption and each second image once, and scores a pair that was drawn twice once.
 *
 * <p>Memory: 8 bytes per pair and 4 more for each judge, the images and the encoded images of a
 * block, and the tokens (of a dual encoder, the vector) of every caption or second image that
 * occurs.
 */
public final class PairScores {
  private static final int IMAGES_PER_BLOCK = 64;

  private final SampleSource data;
  private final Items items;
  private final List<MatchScorer> judges;
  private final WorkFolder work;
  private final List<AuditPair> pairs;
  private final long[] distinct; // image sample << 32 | text item, ascending
  private final int[] blocks; // the start of each in the distinct pairs, and the end of the last
  private final int[] slotOfText; // -1 if the text does not occur // [items]
  private final List<Integer> seconds = new ArrayList<>(); // the items that occur
  private final List<SecondSides> encoded = new ArrayList<>();

  /** Prepares to score the pairs. */
  public PairScores(
      SampleSource data,
      Items items,
      List<AuditPair> pairs,
      List<MatchScorer> judges,
      WorkFolder work) {
    this.data = data;
    this.items = items;
    this.judges = judges;
    this.work = work;
    this.pairs = pairs;
    this.distinct = pairs.stream().mapToLong(this::identity).sorted().distinct().toArray();
    this.blocks = blocks(distinct);
    this.slotOfText = new int[items.size()];
    Arrays.fill(slotOfText, -1);
    for (long pair : distinct) {
      if (slotOfText[text(pair)] < 0) {
        slotOfText[text(pair)] = seconds.size();
        seconds.add(text(pair));
      }
    }
  }

  private long identity(AuditPair pair) {
    return (long) items.sample(pair.image()) << 32 | pair.text();
  }

  private static int image(long pair) {
    return (int) (pair >>> 32);
  }

  private static int text(long pair) {
    return (int) pair;
  }

  private static int[] blocks(long[] distinct) {
    List<Integer> starts = new ArrayList<>();
    int images = 0;
    for (int i = 0; i < distinct.length; i++) {
      if (i == 0 || image(distinct[i]) != image(distinct[i - 1])) {
        if (images++ % IMAGES_PER_BLOCK == 0) {
          starts.add(i);
        }
      }
    }
    starts.add(distinct.length);
    return starts.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns the number of blocks; 0 without judges. */
  public int blockCount() {
    return judges.isEmpty() ? 0 : blocks.length - 1;
  }

  /** Returns the blocks as units of work. */
  public WorkUnits units() {
    return units(work, blockCount());
  }

  /** Returns the blocks of an audit as units of work. */
  public static WorkUnits units(WorkFolder work, int blocks) {
    return new WorkUnits(
        blocks, block -> work.file(String.format(Locale.ROOT, "block-%07d.scores", block)));
  }

  private int blockSize(int block) {
    return blocks[block + 1] - blocks[block];
  }

  /**
   * Scores the blocks that are not in the work folder yet.
   *
   * @param rejects receives the images that cannot be judged; their pairs score NaN
   * @return the scores {@code // [judges x pairs]}
   */
  public float[][] score(List<Reject> rejects, Progress progress) {
    if (judges.isEmpty()) {
      return new float[0][];
    }
    scoreBlocks(Shard.WHOLE, progress);
    float[][] ofDistinct = new float[judges.size()][distinct.length];
    Set<BlockScores.Rejected> seen = new LinkedHashSet<>(); // a second image is in many blocks
    for (int block = 0; block < blockCount(); block++) {
      seen.addAll(BlockScores.read(file(block), ofDistinct, blocks[block], blockSize(block)));
    }
    for (BlockScores.Rejected rejected : seen) {
      rejects.add(new Reject(items.shortName(), rejected.key(), rejected.reason()));
    }
    float[][] scores = new float[judges.size()][pairs.size()];
    for (int pair = 0; pair < pairs.size(); pair++) {
      int place = Arrays.binarySearch(distinct, identity(pairs.get(pair)));
      for (int judge = 0; judge < scores.length; judge++) {
        scores[judge][pair] = ofDistinct[judge][place];
      }
    }
    return scores;
  }

  /** Scores one task's blocks that are not in the work folder yet. */
  public void scoreBlocks(Shard shard, Progress progress) {
    if (units().missing().stream().anyMatch(shard::owns)) {
      long pairsOfShard =
          IntStream.range(0, blockCount()).filter(shard::owns).mapToLong(this::blockSize).sum();
      try (Progress.Task task = progress.begin("judging", pairsOfShard, "pairs")) {
        readAndScore(shard, task);
      }
    }
  }

  private void readAndScore(Shard shard, Progress.Task task) {
    Map<Integer, Sample> waiting = new HashMap<>();
    int block = skip(shard, 0, task);
    int place = block < blockCount() ? blocks[block] : 0;
    int sample = 0;
    for (int file = 0; file < data.shards() && block < blockCount(); file++) {
      try (SampleReader reader = data.open(file, reject -> {})) {
        while (reader.hasNext() && block < blockCount()) {
          Sample read = reader.next();
          if (!items.isSample(sample, read)) {
            continue; // it was rejected when the captions were read
          }
          if (image(distinct[place]) == sample) {
            waiting.put(sample, read);
            while (place < blocks[block + 1] && image(distinct[place]) == sample) {
              place++;
            }
          }
          if (place == blocks[block + 1]) {
            score(block, waiting);
            waiting.clear();
            task.advance(blockSize(block));
            block = skip(shard, block + 1, task);
            place = block < blockCount() ? blocks[block] : 0;
          }
          sample++;
        }
      }
    }
    if (block < blockCount()) {
      throw new FalconException(data.name() + ": has changed while it was read");
    }
  }

  /** Returns the first unfinished block of the task from a block on. */
  private int skip(Shard shard, int from, Progress.Task task) {
    int next = from;
    while (next < blockCount() && (!shard.owns(next) || units().isDone(next))) {
      if (shard.owns(next)) {
        task.advance(blockSize(next));
      }
      next++;
    }
    return next;
  }

  private Path file(int block) {
    return units().result().apply(block);
  }

  private void score(int block, Map<Integer, Sample> samples) {
    if (encoded.isEmpty()) {
      judges.forEach(judge -> encoded.add(SecondSides.of(judge, data, items, seconds)));
    }
    long[] here = Arrays.copyOfRange(distinct, blocks[block], blocks[block + 1]);
    int[] imageOfPair = Arrays.stream(here).mapToInt(PairScores::image).toArray();
    int[] captionOfPair = Arrays.stream(here).mapToInt(pair -> slotOfText[text(pair)]).toArray();
    List<BlockScores.Rejected> rejected = new ArrayList<>();
    float[][] scores = new float[judges.size()][];
    for (int judge = 0; judge < judges.size(); judge++) {
      List<BlockScores.Rejected> byJudge = new ArrayList<>();
      scores[judge] =
          new BlockJudge(judges.get(judge), encoded.get(judge))
              .score(samples, imageOfPair, captionOfPair, byJudge);
      if (judge == 0) { // an image that one judge cannot decode, no judge can
        rejected.addAll(byJudge);
      }
    }
    BlockScores.write(file(block), rejected, scores);
  }
}
