package dev.falcon.onnx.embed;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.FolderLock;
import dev.falcon.data.store.StorePlace;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.onnx.embed.pipeline.EncoderPipeline;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.session.Sessions;

/**
 * Embeds a dataset into a store. One thread reads, workers decode, preprocess and tokenise, one
 * thread runs the graphs, and the caller's thread writes.
 *
 * <p>The unit of work is a run of consecutive samples that become one shard of the store. Batches
 * are filled across the borders of input shards but never across those of a unit, and only the
 * keys, the image ids and those images' vectors pass from unit to unit, all of them on disk: a
 * killed and restarted run repeats the unfinished unit with the same batches, and the result is
 * identical.
 *
 * <p>An image id shared by several samples is encoded once, with the first of them; the others get
 * exactly that vector, wherever they are in the dataset. Of pairs of images each file is encoded
 * once, whichever side it is on and whatever its image id.
 *
 * <p>The heap does not grow with the dataset. It holds the memory of {@link EncoderPipeline} and
 * {@link StoreWriter}, the rows of 32 batches, and the keys, image ids and rejects of one unit. All
 * keys and image ids are in memory-mapped files, 48 to 96 bytes each, and the vectors of images
 * with an image id in another.
 */
public final class Embedder {
  private Embedder() {}

  /**
   * Embeds a dataset, or resumes an interrupted run of the same request. An output folder that must
   * not be written is refused before the model is opened.
   *
   * @param sessions on which the graphs run
   * @throws FalconException if another run is writing there, if the output holds a store or an
   *     unfinished one of another request, model or data, if no row can be used, or, if the request
   *     says so, at the first unusable row
   */
  public static EmbedResult embed(EmbedRequest request, Sessions sessions, Progress progress) {
    StorePlace.requireFolder(request.output());
    StorePlace.KIND.require(request.output(), request.read());
    EmbedRun run = new EmbedRun(request);
    return FolderLock.holding(
        request.output(),
        () -> {
          run.requireOutput(sessions.device());
          try (DualEncoder encoder = PairEncoders.open(request, sessions)) {
            return run.embed(encoder, progress);
          }
        });
  }
}
