// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.table.RejectCounts;
import dev.falcon.data.table.Rejects;
import dev.falcon.onnx.embed.MergedStore;
import dev.falcon.onnx.embed.internal.UnitJournal.UnitRecord;
import dev.falcon.onnx.embed.pipeline.Encoded;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Merges the parts of a folder into one store. A part that shares no sample with earlier ones is
 * moved file by file; other parts are rewritten.
 *
 * <p>Memory does not grow with the store. The samples seen so far are held in files, as in {@link
 * DigestTable}, and take 8 more bytes per image with an image id.
 */
public final class PartsMerge {
  private final Path folder;
  private final PartsFolder parts;
  private final Set<Provenance.Input> inputs = new LinkedHashSet<>();
  private final Map<Integer, List<Reject>> found = new HashMap<>(); // by part
  private long samples;
  private long rejects;

  public PartsMerge(Path folder, PartsFolder parts) {
    this.folder = folder;
    this.parts = parts;
  }

  public MergedStore merge(Progress progress) {
    StoreOptions options = parts.request().options();
    inputs.addAll(options.provenance().inputs());
    StoreWriter.discard(folder);
    try (Progress.Task task = progress.begin("merging", parts.parts(), "parts");
        DigestTable keys = new DigestTable(parts.work(), "keys");
        DigestTable imageIds = new DigestTable(parts.work(), "image-ids");
        ImagePlaces places = new ImagePlaces(parts, options.imageLength());
        StoreWriter store = StoreWriter.open(folder, options, true)) {
      for (int part = 0; part < parts.parts(); part++) {
        add(part, keys, imageIds, places, store);
        task.advance(1);
      }
      finish(store, options);
      MergedStore merged =
          new MergedStore(folder, store.rows(), options.dimension(), samples, rejects);
      PartsFolder.tidy(folder);
      return merged;
    }
  }

  /** The samples and images of a part that earlier parts contain. */
  private record Seen(BitSet samples, Map<Long, Long> images) {}

  private void add(
      int part, DigestTable keys, DigestTable imageIds, ImagePlaces places, StoreWriter store) {
    StoreManifest manifest = parts.manifest(part);
    parts.requireAsWritten(part, manifest);
    inputs.addAll(manifest.provenance().inputs());
    UnitJournal journal = journal(part, manifest);
    samples += journal.records().mapToLong(UnitRecord::samples).sum();
    rejects += journal.records().mapToLong(unit -> unit.rejects().size()).sum();
    Seen seen = seen(part, journal, keys, imageIds, places);
    if (seen.samples().isEmpty() && seen.images().isEmpty()) {
      store.adopt(parts.part(part), manifest);
    } else if (manifest.rows() > 0) {
      List<Reject> later = new ArrayList<>();
      rewrite(part, journal, seen, places, store, later);
      rejects += later.size();
      found.put(part, later);
    }
  }

  private UnitJournal journal(int part, StoreManifest manifest) {
    UnitJournal journal = UnitJournal.of(parts.part(part));
    journal.resume(manifest.shards().size());
    return journal;
  }

  private static Seen seen(
      int part, UnitJournal journal, DigestTable keys, DigestTable imageIds, ImagePlaces places) {
    BitSet samples = new BitSet();
    int[] sample = {0};
    long keysBefore = keys.size();
    journal.keys(
        unit ->
            DigestTable.each(
                unit, digest -> samples.set(sample[0]++, keys.number(digest) < keysBefore)));
    Map<Long, Long> images = new HashMap<>();
    long[] image = {0};
    long imagesBefore = imageIds.size();
    journal.imageIds(
        unit ->
            DigestTable.each(
                unit,
                digest -> {
                  long number = imageIds.number(digest);
                  if (number < imagesBefore) {
                    images.put(image[0], number);
                  } else {
                    places.add(part, image[0]);
                  }
                  image[0]++;
                }));
    return new Seen(samples, images);
  }

  /** Appends a part's rows, unit by unit, with the part's own shard boundaries. */
  private void rewrite(
      int part,
      UnitJournal journal,
      Seen seen,
      ImagePlaces places,
      StoreWriter store,
      List<Reject> later) {
    EmbeddingStore from = EmbeddingStore.open(parts.part(part));
    String source = parts.request().shards().get(part);
    float[] image = new float[from.imageLength()];
    float[] text = new float[from.dimension()];
    long row = 0;
    int firstSample = 0;
    int lastRejected = -1;
    for (int unit = 0; unit < journal.units(); unit++) {
      UnitRecord record = journal.read(unit);
      byte[] origins = journal.rows(unit);
      for (int inUnit = 0; inUnit < record.rows(); inUnit++, row++) {
        RowOrigins.Origin origin = RowOrigins.of(origins, inUnit);
        int sample = firstSample + origin.sample();
        String problem = null;
        if (seen.samples().get(sample)) {
          problem = "an earlier sample has the same key";
        } else {
          from.readRange(row, row + 1, image, text);
          Long known = seen.images().get(origin.image());
          if (known != null) {
            Encoded encoded = places.read(known);
            if (encoded instanceof Encoded.Vector vector) {
              System.arraycopy(vector.values(), 0, image, 0, image.length);
            } else {
              problem = ((Encoded.Unusable) encoded).reason();
            }
          }
        }
        if (problem == null) {
          store.append(
              from.key(row),
              from.imageId(row),
              from.caption(row),
              from.anchor(row),
              image,
              0,
              text,
              0);
        } else if (sample != lastRejected) {
          later.add(new Reject(source, from.key(row), problem));
          lastRejected = sample;
        }
      }
      firstSample += Math.toIntExact(record.samples());
      store.endShard();
    }
  }

  private void finish(StoreWriter store, StoreOptions options) {
    Path rejectsFile = folder.resolve(Rejects.FILE_NAME);
    if (rejects > 0) {
      Rejects.write(rejectsFile, this::rejects);
    } else {
      Folders.remove(rejectsFile);
    }
    if (store.rows() == 0) {
      String reason = rejects == 0 ? "" : "; " + RejectCounts.of(this::rejects).commonest() + "; ";
      StoreWriter.discard(folder);
      throw new FalconException(
          folder
              + ": no sample of any part can be embedded"
              + reason
              + (rejects > 0 ? rejectsFile + " lists all" : ""));
    }
    Provenance begun = options.provenance();
    store.finish(begun.withInputs(new ArrayList<>(inputs)));
  }

  /**
   * Returns the rejects of all parts, read on demand. Those of each part are followed by those that
   * the merge found in it.
   */
  private Iterator<Reject> rejects() {
    return IntStream.range(0, parts.parts())
        .boxed()
        .flatMap(
            part ->
                Stream.concat(
                    journal(part, parts.manifest(part))
                        .records()
                        .flatMap(unit -> unit.rejects().stream()),
                    found.getOrDefault(part, List.of()).stream()))
        .iterator();
  }
}
