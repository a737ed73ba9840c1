// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.Side;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StorePlace;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.table.RejectCounts;
import dev.falcon.data.table.Rejects;
import dev.falcon.onnx.embed.internal.DigestTable;
import dev.falcon.onnx.embed.internal.Digests;
import dev.falcon.onnx.embed.internal.FeedQueue;
import dev.falcon.onnx.embed.internal.ImageVectors;
import dev.falcon.onnx.embed.internal.ReadingThread;
import dev.falcon.onnx.embed.internal.SampleFeed;
import dev.falcon.onnx.embed.internal.UnitJournal;
import dev.falcon.onnx.embed.internal.UnitJournal.UnitRecord;
import dev.falcon.onnx.embed.internal.UnitWriter;
import dev.falcon.onnx.embed.pipeline.EncoderPipeline;
import dev.falcon.onnx.embed.pipeline.StageClock;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.session.Device;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One run of the {@link Embedder}. */
final class EmbedRun {
  private final EmbedRequest request;
  private final EmbeddingIdentity identity;
  private final UnitJournal journal;
  private final Digests data;
  private final boolean part;
  private final StageClock clock = new StageClock();

  /** Creates a run that writes a whole store. */
  EmbedRun(EmbedRequest request) {
    this(request, Digests.begin(request.model()::inputs), false);
  }

  /**
   * Creates a run.
   *
   * @param model the digests of the model's files
   * @param part whether the store is a part of another one; such a store may be empty, and its
   *     journal is kept
   */
  EmbedRun(EmbedRequest request, Digests model, boolean part) {
    this.request = request;
    this.part = part;
    this.identity = new EmbeddingIdentity(request, model);
    this.journal = UnitJournal.of(request.output());
    this.data = Digests.begin(request.source()::inputs);
  }

  /**
   * Refuses an output folder that must not be written, before the model is opened.
   *
   * @param device the device on which the graphs will run
   */
  void requireOutput(Device device) {
    if (StoreWriter.tidy(request.output()) && !part) {
      journal.clear();
    }
    boolean begun =
        StorePlace.require(
            request.output(),
            request.overwrite(),
            request.read(),
            unfinished -> identity.mayBe(unfinished, device),
            () -> identity.provenance(device));
    if (begun && !request.overwrite() && !journal.isSameData(data)) {
      throw new RequestException(
          request.output()
              + ": the unfinished store was begun with other data than "
              + request.source().name()
              + " holds now; overwrite it");
    }
  }

  EmbedResult embed(DualEncoder encoder, Progress progress) {
    long begin = System.nanoTime();
    StoreOptions options =
        identity.options(
            encoder.dimension(), encoder.perImage(), encoder.sides(), encoder.device());
    discardStoreOfOtherData(options);
    try (StoreWriter store = StoreWriter.open(request.output(), options, request.overwrite())) {
      journal.begin(options);
      journal.resume(store.shards());
      long resumedSamples = journal.records().mapToLong(UnitRecord::samples).sum();
      Optional<UnitRecord> last = journal.last();
      if (last.isEmpty() || !last.get().last()) {
        fill(encoder, store, last, resumedSamples, progress);
      }
      EmbedResult result = result(encoder, store.rows(), resumedSamples, begin);
      finish(store, options, result.rejects());
      return result;
    }
  }

  private void discardStoreOfOtherData(StoreOptions options) {
    if (journal.isOf(options) && !journal.isSameData(data)) {
      StoreWriter.discard(request.output());
      journal.clear();
    }
  }

  private void fill(
      DualEncoder encoder,
      StoreWriter store,
      Optional<UnitRecord> last,
      long resumedSamples,
      Progress progress) {
    long known = request.source().knownSamples();
    long total = known < 0 ? -1 : known - resumedSamples;
    // Closed in reverse order: the reader waits for the pipeline and uses the keys.
    try (Progress.Task task = progress.begin("embedding", total, "samples");
        DigestTable keys = new DigestTable(journal.folder(), "keys");
        DigestTable imageIds = new DigestTable(journal.folder(), "image-ids");
        ImageVectors images =
            new ImageVectors(journal.folder(), encoder.perImage() * encoder.dimension());
        ReadingThread reader = new ReadingThread();
        EncoderPipeline pipeline = new EncoderPipeline(encoder, request.pipeline(), clock)) {
      journal.keys(keys::addAll);
      journal.imageIds(imageIds::addAll);
      images.keep(imageIds.size());
      FeedQueue queue = new FeedQueue(pipeline, request.pipeline().batchSize());
      reader.start(new SampleFeed(request, encoder.sides(), last, keys, imageIds, queue, clock));
      Runnable beforeShard = () -> journal.keepData(data);
      new UnitWriter(store, images, journal, request.rejects(), clock, task, beforeShard)
          .drain(queue);
    }
  }

  private EmbedResult result(DualEncoder encoder, long rows, long resumedSamples, long begin) {
    long samples = journal.records().mapToLong(UnitRecord::samples).sum();
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new EmbedResult(
        rows,
        encoder.dimension(),
        samples,
        journal.records().mapToLong(UnitRecord::images).sum(),
        journal.records().mapToLong(unit -> unit.rejects().size()).sum(),
        truncated(encoder),
        encoder.device().toString(),
        resumedSamples,
        seconds,
        (samples - resumedSamples) / seconds,
        clock.seconds());
  }

  private static long truncated(DualEncoder encoder) {
    if (encoder.sides().equals(Optional.of(Side.IMAGES))) {
      return 0;
    }
    long texts = encoder.texts().pipeline().truncated();
    return encoder.isOfTexts() ? texts + encoder.queries().pipeline().truncated() : texts;
  }

  private void finish(StoreWriter store, StoreOptions options, long rejects) {
    Path rejectsFile = request.output().resolve(Rejects.FILE_NAME);
    if (rejects > 0) {
      Rejects.write(rejectsFile, journal.rejects());
    } else {
      Folders.remove(rejectsFile);
    }
    if (store.rows() == 0 && !part) {
      String reason =
          rejects == 0 ? "" : "; " + RejectCounts.of(journal.rejects()).commonest() + "; ";
      StoreWriter.discard(request.output());
      journal.clear();
      throw new FalconException(
          request.source().name()
              + ": has no sample that can be embedded"
              + reason
              + (rejects > 0 ? rejectsFile + " lists all" : ""));
    }
    Provenance begun = options.provenance();
    List<Provenance.Input> inputs = new ArrayList<>(begun.inputs());
    inputs.addAll(Provenance.Input.as(InputRole.DATA, data.await()));
    store.finish(begun.withInputs(inputs));
    if (!part) {
      journal.clear();
    }
  }
}
