// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.Replacement;
import dev.falcon.data.work.Shard;
import dev.falcon.data.work.WorkStatus;
import dev.falcon.data.work.WorkUnits;
import dev.falcon.onnx.embed.internal.Digests;
import dev.falcon.onnx.embed.internal.PartSource;
import dev.falcon.onnx.embed.internal.PartsFolder;
import dev.falcon.onnx.embed.internal.PartsMerge;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Embeds a dataset in parts, one per shard of the dataset, which any number of tasks may share. A
 * part is embedded as {@link Embedder} would embed a dataset of that shard alone: it depends on
 * nothing else, resumes after an interruption, and is skipped once done. {@link #merge} then joins
 * the parts into one store, whose bytes do not depend on the distribution of the parts.
 *
 * <p>For the same dataset {@link Embedder} gives the same rows, but fills batches and shards of the
 * store across the dataset's shards, so its files differ.
 */
public final class EmbedParts {
  private EmbedParts() {}

  /**
   * Embeds one task's parts.
   *
   * @param request the request, whose output is the folder of the store
   * @param sessions the factory of the sessions that run the graphs
   */
  public static PartsResult embed(
      EmbedRequest request, Shard shard, Sessions sessions, Progress progress) {
    boolean merged = PartsFolder.isComplete(request.output()) && !request.overwrite();
    if (!merged) {
      PartsFolder.requirePlace(request.output(), request.overwrite(), request.read());
    }
    EmbedRequest named = request.withDataOptions(options(request));
    Digests model = Digests.begin(request.model()::inputs);
    try (DualEncoder encoder = PairEncoders.open(request, sessions, progress)) {
      StoreOptions options =
          new EmbeddingIdentity(named, model)
              .options(encoder.dimension(), encoder.perImage(), encoder.sides(), encoder.device());
      if (merged) {
        PartsFolder.requireMergedOf(request.output(), options);
        int parts = request.source().shards();
        return new PartsResult(request.output(), shard, 0, shard.share(parts), 0, parts, 0, 0);
      }
      PartsFolder folder = folder(named, options);
      folder.keepTasks(shard.count());
      long rows = 0;
      long rejects = 0;
      int embedded = 0;
      WorkUnits units = folder.units();
      for (int part = 0; part < units.count(); part++) {
        if (shard.owns(part) && !units.isDone(part)) {
          Path place = folder.part(part);
          EmbedRequest alone =
              named.of(new PartSource(request.source(), part), place).withOverwrite(false);
          EmbedRun run = new EmbedRun(alone, model, true);
          run.requireOutput(sessions.device());
          EmbedResult result = FolderLock.holding(place, () -> run.embed(encoder, progress));
          rows += result.rows();
          rejects += result.rejects();
          embedded++;
        }
      }
      return new PartsResult(
          request.output(),
          shard,
          embedded,
          shard.share(units.count()) - embedded,
          units.missing().size(),
          units.count(),
          rows,
          rejects);
    }
  }

  private static Map<String, Object> options(EmbedRequest request) {
    Map<String, Object> options = new HashMap<>(request.dataOptions());
    options.put(PartsFolder.OPTION, PartsFolder.DATASET_SHARDS);
    return options;
  }

  private static PartsFolder folder(EmbedRequest request, StoreOptions options) {
    Path place = StoreWriter.REPLACEMENT.place(request.output(), request.overwrite());
    List<String> shards =
        IntStream.range(0, request.source().shards())
            .mapToObj(request.source()::shardName)
            .toList();
    return PartsFolder.begin(place, new PartsFolder.Request(shards, options), request.overwrite());
  }

  /** Returns whether the folder holds a store in parts, finished or not. */
  public static boolean isHere(Path folder) {
    return Stream.of(folder, folder.resolve(Replacement.FOLDER))
        .anyMatch(
            place ->
                PartsFolder.isBegun(place)
                    || Folders.exists(place.resolve(StoreManifest.FILE_NAME)));
  }

  /**
   * Returns the state of a store in parts, or of one merged from parts; empty for any other folder.
   */
  public static Optional<WorkStatus> status(Path folder) {
    for (Path place : List.of(folder.resolve(Replacement.FOLDER), folder)) {
      if (PartsFolder.isBegun(place)) {
        return Optional.of(PartsFolder.open(place).status());
      }
    }
    return PartsFolder.isComplete(folder)
        ? Optional.of(WorkStatus.complete(PartsFolder.KIND, PartsFolder.mergedShards(folder)))
        : Optional.empty();
  }

  /**
   * Merges the parts into one store. If several samples have the same key, the first is kept.
   * Samples with the same image id get the vector of the first such sample's image.
   *
   * @throws dev.falcon.data.FalconException if parts are missing; the message names the tasks that
   *     create them
   */
  public static MergedStore merge(Path folder, Progress progress) {
    return StoreWriter.REPLACEMENT
        .locked(
            folder,
            PartsFolder.isBegun(folder.resolve(Replacement.FOLDER)),
            place -> mergeIn(place, progress))
        .in(folder);
  }

  private static MergedStore mergeIn(Path place, Progress progress) {
    if (!PartsFolder.isBegun(place)) {
      PartsFolder.tidy(place);
      return PartsFolder.merged(place);
    }
    PartsFolder parts = PartsFolder.open(place);
    parts.requireAll();
    return new PartsMerge(place, parts).merge(progress);
  }
}
