package dev.falcon.onnx.embed;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.FolderLock;
import dev.falcon.data.parts.Shard;
import dev.falcon.data.store.layout.StoreManifest;
import dev.falcon.data.store.layout.StoreOptions;
import dev.falcon.onnx.embed.internal.journal.Digests;
import dev.falcon.onnx.embed.internal.parts.PartSource;
import dev.falcon.onnx.embed.internal.parts.PartsFolder;
import dev.falcon.onnx.embed.internal.parts.PartsMerge;
import dev.falcon.onnx.embed.request.EmbedRequest;
import dev.falcon.onnx.embed.request.EmbedResult;
import dev.falcon.onnx.embed.request.MergedStore;
import dev.falcon.onnx.embed.request.PartsResult;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Embeds a dataset by parts, each a shard of the dataset, which any number of tasks may share. A
 * part is embedded as {@link Embedder} would embed a dataset of that shard alone: it depends on
 * nothing else, goes on where it was stopped, and is skipped where it is done. {@link #merge} then
 * makes one store of them, the same bytes whoever has made which parts.
 *
 * <p>Of the same dataset {@link Embedder} makes the same rows, but fills batches and shards of the
 * store across the dataset's shards, and so other files.
 */
public final class EmbedParts {
  private EmbedParts() {}

  /**
   * Embeds one task's parts.
   *
   * @param request whose output is the folder of the store
   * @param sessions where the graphs run
   */
  public static PartsResult embed(
      EmbedRequest request, Shard shard, Sessions sessions, Progress progress) {
    PartsFolder.requirePlace(request.output(), request.overwrite());
    EmbedRequest named = request.withDataOptions(options(request));
    Digests model = Digests.begin(request.model()::inputs);
    try (DualEncoder encoder = request.model().openDualEncoder(sessions)) {
      StoreOptions options =
          new EmbeddingIdentity(named, model)
              .options(encoder.dimension(), encoder.perImage(), encoder.images().graph().device());
      PartsFolder folder = folder(named, options);
      folder.keepTasks(shard.count());
      long rows = 0;
      long rejects = 0;
      int embedded = 0;
      List<Integer> own = IntStream.range(0, folder.parts()).filter(shard::owns).boxed().toList();
      for (int part : own) {
        if (!folder.isDone(part)) {
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
          own.size() - embedded,
          folder.missing().size(),
          folder.parts(),
          rows,
          rejects);
    }
  }

  private static Map<String, Object> options(EmbedRequest request) {
    Map<String, Object> options = new HashMap<>(request.dataOptions());
    options.put("parts", "dataset-shards");
    return options;
  }

  private static PartsFolder folder(EmbedRequest request, StoreOptions options) {
    List<String> shards =
        IntStream.range(0, request.source().shards())
            .mapToObj(request.source()::shardName)
            .toList();
    return PartsFolder.begin(
        request.output(), new PartsFolder.Request(shards, options), request.overwrite());
  }

  /** Whether tasks make a store in this folder, or have made one. */
  public static boolean isHere(Path folder) {
    return PartsFolder.isHere(folder) || Files.exists(folder.resolve(StoreManifest.FILE_NAME));
  }

  /**
   * Makes one store of its parts. Of samples with equal keys the first stays; samples with equal
   * image ids have the vector of the first one's image.
   *
   * @throws dev.falcon.data.FalconException where parts are missing: which tasks make them
   */
  public static MergedStore merge(Path folder, Progress progress) {
    return FolderLock.holding(
        folder,
        () -> {
          if (!PartsFolder.isHere(folder)) {
            PartsFolder.tidy(folder);
            throw new RequestException(folder + ": is a whole store; there is nothing to merge");
          }
          PartsFolder parts = PartsFolder.open(folder);
          parts.requireAll();
          return new PartsMerge(folder, parts).merge(progress);
        });
  }
}
