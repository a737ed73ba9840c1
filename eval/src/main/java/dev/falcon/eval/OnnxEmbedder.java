// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.DataHash;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.onnx.embed.pipeline.Encoded;
import dev.falcon.onnx.embed.pipeline.EncoderPipeline;
import dev.falcon.onnx.embed.pipeline.PendingVector;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.OnnxRuntime;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.onnx.text.TextSide;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** An embedding model that runs the dual encoder of a model folder. */
public final class OnnxEmbedder implements EmbeddingModel, AutoCloseable {
  /**
   * More than one, so that finished vectors need not wait for a batch that is still being filled.
   */
  private static final int BATCHES_UNDER_WAY = 4;

  private final DualEncoder encoder;
  private final EncoderPipeline pipeline;
  private final String fingerprint;
  private final List<Provenance.Input> files;
  private final Map<String, Object> options;
  private final int imagesUnderWay;

  private OnnxEmbedder(
      DualEncoder encoder,
      String fingerprint,
      List<Provenance.Input> files,
      Map<String, Object> options,
      int batchSize) {
    this.encoder = encoder;
    this.fingerprint = fingerprint;
    this.files = List.copyOf(files);
    this.options = Map.copyOf(options);
    this.pipeline = new EncoderPipeline(encoder, PipelineSettings.ofBatchSize(batchSize));
    this.imagesUnderWay = BATCHES_UNDER_WAY * batchSize;
  }

  /**
   * Opens a folder's encoders.
   *
   * @param batchSize the number of images or texts that a graph processes at once, at least 1
   * @throws dev.falcon.data.FalconException if the folder lacks one of the encoders
   */
  public static OnnxEmbedder open(ModelFolder folder, Sessions sessions, int batchSize) {
    requirePositive(batchSize);
    DualEncoder encoder = folder.openDualEncoder(sessions);
    List<Provenance.Input> files = folder.inputs();
    String identity = identity(folder, files);
    String prompt = folder.prompt(TextSide.CORPUS);
    if (!prompt.isEmpty()) {
      identity += "\n" + prompt;
    }
    Map<String, Object> options =
        options(folder, encoder, batchSize, Map.of("corpus-prompt", prompt));
    return new OnnxEmbedder(encoder, fingerprint(identity), files, options, batchSize);
  }

  /**
   * Opens a folder's encoders for texts on both sides; an image encoder need not exist.
   *
   * @param batchSize the number of texts that a graph processes at once, at least 1
   */
  public static OnnxEmbedder openTexts(ModelFolder folder, Sessions sessions, int batchSize) {
    requirePositive(batchSize);
    DualEncoder encoder = folder.openEncoders(sessions);
    List<Provenance.Input> files = folder.inputs();
    String identity =
        String.join(
            "\n",
            identity(folder, files),
            folder.prompt(TextSide.CORPUS),
            folder.prompt(TextSide.QUERY));
    Map<String, Object> options =
        options(
            folder,
            encoder,
            batchSize,
            Map.of(
                "corpus-prompt",
                folder.prompt(TextSide.CORPUS),
                "query-prompt",
                folder.prompt(TextSide.QUERY)));
    return new OnnxEmbedder(encoder, fingerprint(identity), files, options, batchSize);
  }

  /**
   * Returns the options that change vectors, by the flags' names; prompts only if there are any.
   */
  private static Map<String, Object> options(
      ModelFolder folder, DualEncoder encoder, int batchSize, Map<String, String> prompts) {
    Map<String, Object> options = new TreeMap<>();
    options.put("precision", folder.options().precision().toString());
    options.put("text-cleaning", folder.options().cleaning().map(TextCleaning::id).orElse("model"));
    options.put("batch-size", batchSize);
    options.put("device", encoder.device().toString());
    prompts.forEach(
        (side, prompt) -> {
          if (!prompt.isEmpty()) {
            options.put(side, prompt);
          }
        });
    return options;
  }

  private static void requirePositive(int batchSize) {
    if (batchSize < 1) {
      throw new RequestException("the batch size must be at least 1; is " + batchSize);
    }
  }

  private static String identity(ModelFolder folder, List<Provenance.Input> files) {
    return String.join(
        "\n",
        DataHash.of(files),
        folder.options().precision().toString(),
        String.valueOf(folder.options().cleaning()));
  }

  private static String fingerprint(String identity) {
    return Sha256.of(identity.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public Provenance recorded(Provenance provenance) {
    List<Provenance.Input> inputs = new ArrayList<>(provenance.inputs());
    inputs.addAll(Provenance.Input.as(InputRole.MODEL, files));
    Map<String, Object> all = new TreeMap<>(options);
    all.putAll(provenance.options());
    return OnnxRuntime.recorded(provenance.withInputs(inputs).withOptions(all));
  }

  @Override
  public void embedImages(Iterator<byte[]> images, ConvertOrder order, ImageSink sink) {
    Deque<PendingVector> underWay = new ArrayDeque<>();
    int settled = 0;
    while (images.hasNext()) {
      underWay.add(pipeline.image(images.next(), order));
      if (underWay.size() == imagesUnderWay) {
        settle(settled++, underWay.remove(), sink);
      }
    }
    pipeline.flush();
    while (!underWay.isEmpty()) {
      settle(settled++, underWay.remove(), sink);
    }
  }

  private static void settle(int image, PendingVector pending, ImageSink sink) {
    Encoded encoded = pending.await();
    if (encoded instanceof Encoded.Vector vector) {
      sink.vector(image, vector.values());
    } else if (encoded instanceof Encoded.Unusable unusable) {
      sink.unusable(image, unusable.reason());
    }
  }

  @Override
  public float[][] embedTexts(List<String> texts) {
    return embed(texts, pipeline::text);
  }

  @Override
  public float[][] embedQueries(List<String> texts) {
    return embed(texts, pipeline::query);
  }

  private float[][] embed(List<String> texts, Function<String, PendingVector> lane) {
    List<PendingVector> pending = texts.stream().map(lane).toList();
    pipeline.flush();
    float[][] vectors = new float[texts.size()][];
    for (int i = 0; i < vectors.length; i++) {
      Encoded encoded = pending.get(i).await();
      if (encoded instanceof Encoded.Vector vector) {
        vectors[i] = vector.values();
      } else if (encoded instanceof Encoded.Unusable unusable) {
        throw new FalconException("text '" + texts.get(i) + "': " + unusable.reason());
      }
    }
    return vectors;
  }

  @Override
  public void close() {
    pipeline.close();
    encoder.close();
  }
}
