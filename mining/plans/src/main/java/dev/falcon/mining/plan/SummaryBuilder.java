// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import dev.falcon.data.sample.SameText;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.request.MiningSummary;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Counts the statistics of a plan while it is written. */
public final class SummaryBuilder {
  private static final double GREATEST_SIMILARITY = 2;

  /** The value that is written for an unknown count. */
  private static final long UNKNOWN = -1;

  private final Distribution positive = new Distribution(-GREATEST_SIMILARITY, GREATEST_SIMILARITY);
  private final Distribution negative = new Distribution(-GREATEST_SIMILARITY, GREATEST_SIMILARITY);
  private final Distribution difference =
      new Distribution(-2 * GREATEST_SIMILARITY, 2 * GREATEST_SIMILARITY);
  private final Distribution asked = new Distribution(0, 1);
  private final Distribution inCandidates = new Distribution(0, 1);
  private final Distribution inSpace = new Distribution(0, 1);
  private final List<Distribution> distributions =
      List.of(positive, negative, difference, asked, inCandidates, inSpace);
  private final Map<String, Long> withheld = new TreeMap<>();
  private int spaces;
  private long batches;
  private long samples;
  private long offered;
  private long sameImage;
  private long sameCaption;
  private boolean imagesKnown = true;
  private boolean captionsKnown = true;

  /**
   * Adds one search space.
   *
   * @param spaceRows the number of rows of the space
   * @param facts the facts of the rows
   */
  public void add(MinedSpace space, int spaceRows, SampleFacts facts) {
    spaces++;
    offered += spaceRows;
    imagesKnown &= facts.hasImageIds();
    captionsKnown &= facts.hasCaptions();
    batches += space.batchSizes().length;
    samples += space.rows().length;
    space.withheld().forEach((reason, count) -> withheld.merge(reason, count, Long::sum));
    for (int x = 0; x < space.rows().length; x++) {
      if (space.anchors()[x] < 0) {
        continue;
      }
      positive.add(space.positives()[x]);
      negative.add(space.similarities()[x]);
      difference.add((double) space.positives()[x] - space.similarities()[x]);
      asked.add(space.quantiles()[x]);
      inSpace.add(space.quantilesInSpace()[x]);
      if (space.candidates()[x] > 1) {
        inCandidates.add((double) space.ranks()[x] / (space.candidates()[x] - 1));
      }
      long anchor = space.anchors()[x];
      long negative = space.rows()[x];
      sameImage += facts.hasImageIds() && shared(facts::imageId, anchor, negative) ? 1 : 0;
      sameCaption +=
          facts.hasCaptions()
                  && shared(row -> facts.caption(row).map(SameText.CASED::form), anchor, negative)
              ? 1
              : 0;
    }
    distributions.forEach(Distribution::endSpace);
  }

  /** Returns all counts in the form that {@link #read} reads. */
  public byte[] write() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      out.writeInt(spaces);
      out.writeLong(batches);
      out.writeLong(samples);
      out.writeLong(offered);
      out.writeLong(imagesKnown ? sameImage : UNKNOWN);
      out.writeLong(captionsKnown ? sameCaption : UNKNOWN);
      for (Distribution distribution : distributions) {
        distribution.write(out);
      }
      out.writeInt(withheld.size());
      for (Map.Entry<String, Long> reason : withheld.entrySet()) {
        out.writeUTF(reason.getKey());
        out.writeLong(reason.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
    return bytes.toByteArray();
  }

  /** Adds the counts that another builder has written of the spaces that follow. */
  public void read(byte[] written) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(written)))) {
      spaces += in.readInt();
      batches += in.readLong();
      samples += in.readLong();
      offered += in.readLong();
      long images = in.readLong();
      imagesKnown &= images != UNKNOWN;
      sameImage += images;
      long captions = in.readLong();
      captionsKnown &= captions != UNKNOWN;
      sameCaption += captions;
      for (Distribution distribution : distributions) {
        distribution.read(in);
      }
      for (int left = in.readInt(); left > 0; left--) {
        withheld.merge(in.readUTF(), in.readLong(), Long::sum);
      }
    }
  }

  private static boolean shared(LongFunction<Optional<String>> label, long anchor, long negative) {
    Optional<String> own = label.apply(anchor);
    return own.isPresent() && own.equals(label.apply(negative));
  }

  /** Returns the summary of all counts. */
  public MiningSummary build(long rows, long rejected, int epochs) {
    return new MiningSummary(
        rows,
        rejected,
        epochs,
        spaces,
        batches,
        samples,
        offered - samples,
        positive.statistics(),
        negative.statistics(),
        difference.statistics(),
        asked.statistics(),
        inCandidates.statistics(),
        inSpace.statistics(),
        imagesKnown ? sameImage : null,
        captionsKnown ? sameCaption : null,
        withheld);
  }
}
