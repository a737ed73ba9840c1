package dev.falcon.onnx.embed;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.layout.StoreOptions;
import dev.falcon.onnx.embed.internal.journal.Digests;
import dev.falcon.onnx.embed.request.EmbedRequest;
import dev.falcon.onnx.folder.ModelOptions;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.text.TextCleaning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What decides a store's bytes, but for the data, whose digests are not known at first: a run goes
 * on with the store of one that has the same.
 *
 * @param request what is asked for
 * @param model the digests of the model's files
 */
record EmbeddingIdentity(EmbedRequest request, Digests model) {
  private static final String DEVICE = "device";

  /** The identity as the store keeps it; waits for the digests. */
  StoreOptions options(int dimension, int perImage, Device device) {
    ModelOptions reading = request.model().options();
    Map<String, Object> options = new TreeMap<>(request.dataOptions());
    options.put("precision", reading.precision().toString());
    options.put("text-cleaning", reading.cleaning().map(TextCleaning::id).orElse("model"));
    options.put("captions", request.captions());
    options.put("batch-size", request.pipeline().batchSize());
    options.put("samples-per-shard", request.samplesPerShard());
    options.put(DEVICE, device.toString());
    return new StoreOptions(
        request.layout(),
        request.vectorType(),
        dimension,
        Long.MAX_VALUE, // shards are ended by their samples
        true,
        true,
        Provenance.of("embed", 0, options, model.await()),
        perImage == 1 ? null : perImage);
  }

  /**
   * Whether the file describes an unfinished store of this run, as far as can be told before the
   * model is opened: its vectors are not known yet, nor where {@code auto} will run.
   *
   * @param device where graphs are to run
   */
  boolean mayBe(Path unfinished, Device device) {
    String begun;
    try {
      begun = Files.readString(unfinished);
    } catch (IOException e) {
      throw new FalconException(unfinished + ": cannot be read: " + e.getMessage(), e);
    }
    return known(begun, device).equals(known(Json.pretty(options(1, 1, device)), device));
  }

  private static List<String> known(String options, Device device) {
    return options
        .lines()
        .filter(line -> !tells(line, "dimension") && !tells(line, "vectors_per_image"))
        .filter(line -> !device.equals(Device.AUTO) || !tells(line, DEVICE))
        .toList();
  }

  private static boolean tells(String line, String name) {
    return line.strip().startsWith('"' + name + '"');
  }
}
