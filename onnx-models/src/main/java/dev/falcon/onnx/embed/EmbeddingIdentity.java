// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.Side;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.onnx.embed.internal.Digests;
import dev.falcon.onnx.folder.ModelOptions;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.OnnxRuntime;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.onnx.text.TextSide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Everything that determines a store's bytes except the data, whose digests are not known at first.
 * A run resumes only a store with the same identity.
 *
 * @param request the request
 * @param model the digests of the model's files
 */
record EmbeddingIdentity(EmbedRequest request, Digests model) {
  private static final String DEVICE = "device";

  /**
   * The fields that are unknown before the model is opened: the sides, and whether there are
   * captions.
   */
  private static final Pattern SIDES =
      Pattern.compile("\\s*(\"sides\" : \\[[^]]*],|\"captions\" : (true|false),)");

  /** Returns the identity as stored; waits for the digests. */
  StoreOptions options(int dimension, int perImage, Optional<List<Side>> sides, Device device) {
    ModelOptions reading = request.model().options();
    Map<String, Object> options = new TreeMap<>(request.dataOptions());
    options.put("precision", reading.precision().toString());
    options.put("text-cleaning", reading.cleaning().map(TextCleaning::id).orElse("model"));
    putPrompt(options, "query-prompt", TextSide.QUERY);
    putPrompt(options, "corpus-prompt", TextSide.CORPUS);
    options.put("captions", request.captions());
    options.put("batch-size", request.pipeline().batchSize());
    options.put("samples-per-shard", request.samplesPerShard());
    options.put(DEVICE, device.toString());
    return new StoreOptions(
        request.layout(),
        request.vectorType(),
        dimension,
        Long.MAX_VALUE, // samples determine where shards end
        true,
        !sides.equals(Optional.of(Side.IMAGES)),
        OnnxRuntime.recorded(
            Provenance.of(
                "embed", 0, options, Provenance.Input.as(InputRole.MODEL, model.await()))),
        perImage == 1 ? null : perImage,
        sides.orElse(null));
  }

  /** Returns the provenance as far as it is known before the model is opened. */
  Provenance provenance(Device device) {
    return options(1, 1, Optional.empty(), device).provenance();
  }

  /** Records the prompt of a side; nothing is recorded for a model without prompts. */
  private void putPrompt(Map<String, Object> options, String name, TextSide side) {
    String prompt = request.model().prompt(side);
    if (!prompt.isEmpty()) {
      options.put(name, prompt);
    }
  }

  /**
   * Returns whether the file describes an unfinished store of this run, as far as is known before
   * the model is opened: the length of the vectors and the device that {@code auto} selects are not
   * compared.
   *
   * @param device the device on which the graphs will run
   */
  boolean mayBe(Path unfinished, Device device) {
    String begun;
    try {
      begun = Files.readString(unfinished);
    } catch (IOException e) {
      throw new FalconException(unfinished + ": cannot be read: " + e.getMessage(), e);
    }
    return known(begun, device)
        .equals(known(Json.pretty(options(1, 1, Optional.empty(), device)), device));
  }

  private static List<String> known(String options, Device device) {
    return SIDES
        .matcher(options)
        .replaceAll("")
        .lines()
        .filter(line -> !tells(line, "dimension") && !tells(line, "vectors_per_image"))
        .filter(line -> !device.equals(Device.AUTO) || !tells(line, DEVICE))
        .toList();
  }

  private static boolean tells(String line, String name) {
    return line.strip().startsWith('"' + name + '"');
  }
}
