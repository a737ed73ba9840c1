package dev.falcon.onnx.embed.request;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.layout.StoreLayout;
import dev.falcon.data.store.layout.VectorType;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.folder.ModelFolder;
import java.nio.file.Path;
import java.util.Map;

/**
 * What is to be embedded, by which model, and how the vectors are kept.
 *
 * @param source the samples
 * @param dataOptions what else decides what the source gives, by its flag's name, for the
 *     provenance
 * @param model the folder with the encoders of images and captions
 * @param output the store's folder
 * @param layout how the store lies on disk
 * @param vectorType the precision of its vectors
 * @param captions what becomes of a sample that has several captions
 * @param pipeline batches, threads and memory
 * @param samplesPerShard how many samples, rejected ones included, make a shard of the store; what
 *     a run that is killed loses at most
 * @param rejects what happens when a row cannot be used
 * @param overwrite whether a store that is there is replaced
 */
public record EmbedRequest(
    SampleSource source,
    Map<String, Object> dataOptions,
    ModelFolder model,
    Path output,
    StoreLayout layout,
    VectorType vectorType,
    CaptionMode captions,
    PipelineSettings pipeline,
    int samplesPerShard,
    RejectPolicy rejects,
    boolean overwrite) {
  /** The usual shard. */
  public static final int DEFAULT_SAMPLES_PER_SHARD = 10_000;

  public EmbedRequest {
    dataOptions = Map.copyOf(dataOptions);
    if (samplesPerShard < 1) {
      throw new RequestException(
          "a shard has at least 1 sample; samples per shard=" + samplesPerShard);
    }
  }

  /** A row a caption, in Falcon's layout and full precision, with broken rows listed. */
  public static EmbedRequest of(SampleSource source, ModelFolder model, Path output) {
    return new EmbedRequest(
        source,
        Map.of(),
        model,
        output,
        StoreLayout.ARROW,
        VectorType.FLOAT32,
        CaptionMode.ALL,
        PipelineSettings.ofBatchSize(PipelineSettings.DEFAULT_BATCH_SIZE),
        DEFAULT_SAMPLES_PER_SHARD,
        RejectPolicy.SKIP,
        false);
  }

  /** The same with what else decides the samples. */
  public EmbedRequest withDataOptions(Map<String, Object> options) {
    return new EmbedRequest(
        source,
        options,
        model,
        output,
        layout,
        vectorType,
        captions,
        pipeline,
        samplesPerShard,
        rejects,
        overwrite);
  }

  /** The same of other samples, into another folder. */
  public EmbedRequest of(SampleSource other, Path folder) {
    return new EmbedRequest(
        other,
        dataOptions,
        model,
        folder,
        layout,
        vectorType,
        captions,
        pipeline,
        samplesPerShard,
        rejects,
        overwrite);
  }

  /** The same in another layout and precision. */
  public EmbedRequest withStore(StoreLayout newLayout, VectorType newType) {
    return new EmbedRequest(
        source,
        dataOptions,
        model,
        output,
        newLayout,
        newType,
        captions,
        pipeline,
        samplesPerShard,
        rejects,
        overwrite);
  }

  /** The same with another use of captions. */
  public EmbedRequest withCaptions(CaptionMode mode) {
    return new EmbedRequest(
        source,
        dataOptions,
        model,
        output,
        layout,
        vectorType,
        mode,
        pipeline,
        samplesPerShard,
        rejects,
        overwrite);
  }

  /** The same with other batches and threads. */
  public EmbedRequest withPipeline(PipelineSettings settings) {
    return new EmbedRequest(
        source,
        dataOptions,
        model,
        output,
        layout,
        vectorType,
        captions,
        settings,
        samplesPerShard,
        rejects,
        overwrite);
  }

  /** The same with shards of another size. */
  public EmbedRequest withSamplesPerShard(int samples) {
    return new EmbedRequest(
        source,
        dataOptions,
        model,
        output,
        layout,
        vectorType,
        captions,
        pipeline,
        samples,
        rejects,
        overwrite);
  }

  /** The same with another answer to broken rows. */
  public EmbedRequest withRejects(RejectPolicy policy) {
    return new EmbedRequest(
        source,
        dataOptions,
        model,
        output,
        layout,
        vectorType,
        captions,
        pipeline,
        samplesPerShard,
        policy,
        overwrite);
  }

  /** The same, replacing a store that is there or not. */
  public EmbedRequest withOverwrite(boolean replace) {
    return new EmbedRequest(
        source,
        dataOptions,
        model,
        output,
        layout,
        vectorType,
        captions,
        pipeline,
        samplesPerShard,
        rejects,
        replace);
  }
}
