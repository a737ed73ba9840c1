// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.store.StorePlace;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.onnx.embed.pipeline.EncoderPipeline;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.session.Sessions;

/**
 * Embeds a dataset into a store. One thread reads; workers decode, preprocess and tokenise; one
 * thread runs the graphs; and the caller's thread writes.
 *
 * <p>The unit of work is a run of consecutive samples that become one shard of the store. Batches
 * may span input shards but never units. Only the keys, the image ids and the vectors of images
 * with an image id pass from one unit to the next, and all of them are on disk. A run that is
 * killed and restarted therefore repeats the unfinished unit with the same batches, and the result
 * is identical.
 *
 * <p>The image of several samples with the same image id is encoded once, for the first of them;
 * the others get exactly that vector, wherever they are in the dataset. In pairs of images, each
 * distinct file is encoded once, on whichever side it is and whatever its image id.
 *
 * <p>The heap does not grow with the dataset. It holds the memory of {@link EncoderPipeline} and
 * {@link StoreWriter}, the rows of 32 batches, and the keys, image ids and rejects of one unit. All
 * keys and image ids are held in memory-mapped files, 48 to 96 bytes each, and the vectors of
 * images with an image id in another file.
 */
public final class Embedder {
  private Embedder() {}

  /**
   * Embeds a dataset, or resumes an interrupted run of the same request. An output folder that must
   * not be written is refused before the model is opened.
   *
   * @param sessions the factory of the sessions that run the graphs
   * @throws FalconException if another run is writing to the output, if the output holds a store or
   *     an unfinished store of another request, model or dataset, if no row is usable, or, with
   *     {@link EmbedRequest.RejectPolicy#FAIL}, at the first unusable row
   */
  public static EmbedResult embed(EmbedRequest request, Sessions sessions, Progress progress) {
    StorePlace.requireFolder(request.output());
    StorePlace.KIND.require(request.output(), request.read());
    return StoreWriter.REPLACEMENT.locked(
        request.output(),
        request.overwrite(),
        place -> embedded(request.into(place), sessions, progress));
  }

  private static EmbedResult embedded(EmbedRequest request, Sessions sessions, Progress progress) {
    EmbedRun run = new EmbedRun(request);
    run.requireOutput(sessions.device());
    try (DualEncoder encoder = PairEncoders.open(request, sessions, progress)) {
      return run.embed(encoder, progress);
    }
  }
}
