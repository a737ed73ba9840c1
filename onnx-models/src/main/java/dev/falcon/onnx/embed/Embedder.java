package dev.falcon.onnx.embed;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.FolderLock;
import dev.falcon.data.store.StorePlace;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.onnx.embed.pipeline.EncoderPipeline;
import dev.falcon.onnx.embed.request.EmbedRequest;
import dev.falcon.onnx.embed.request.EmbedResult;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.session.Sessions;

/**
 * Makes an embedding store of a dataset. One thread reads, workers decode, preprocess and tokenise,
 * one thread runs the graphs, the caller's thread writes.
 *
 * <p>The unit of work is a run of consecutive samples that become one shard of the store. Batches
 * are filled across the borders of input shards but never across those of a unit, and nothing is
 * carried from unit to unit but the keys, the image ids and those images' vectors, all of which are
 * kept on disk: a run that is killed and started again repeats the unfinished unit with the same
 * batches, and gives the same bytes as if it had not been killed.
 *
 * <p>An image id that several samples tell is encoded once, with the first of them; the others get
 * that vector to the bit, wherever in the dataset they stand.
 *
 * <p>The heap does not grow with the dataset. It holds what {@link EncoderPipeline} and {@link
 * StoreWriter} say, the rows of 32 batches, and the keys, image ids and rejects of one unit. All
 * keys and image ids lie in memory-mapped files, 48 to 96 bytes each, and the vectors of images
 * with an image id in another.
 */
public final class Embedder {
  private Embedder() {}

  /**
   * Embeds a dataset, or goes on where the same request was stopped. An output folder that may not
   * be written is refused before the model is opened.
   *
   * @param sessions where the graphs run
   * @throws FalconException if another run writes there, if the output holds a store already or an
   *     unfinished one of another request, model or data, if no row can be used, or, where the
   *     request says so, at the first row that cannot be used
   */
  public static EmbedResult embed(EmbedRequest request, Sessions sessions, Progress progress) {
    EmbedRun run = new EmbedRun(request);
    StorePlace.requireFolder(request.output());
    return FolderLock.holding(
        request.output(),
        () -> {
          run.requireOutput(sessions.device());
          try (DualEncoder encoder = request.model().openDualEncoder(sessions)) {
            return run.embed(encoder, progress);
          }
        });
  }
}
