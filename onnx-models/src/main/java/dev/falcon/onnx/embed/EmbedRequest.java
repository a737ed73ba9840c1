// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.VectorType;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.folder.ModelFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A request to embed a dataset.
 *
 * @param source the samples
 * @param dataOptions further options that determine the samples, by flag name, for the provenance
 * @param model the folder with the encoders of images and captions
 * @param output the store's folder
 * @param layout the store's layout on disk
 * @param vectorType the precision of its vectors
 * @param captions how samples with several captions are treated
 * @param pipeline the settings of batches, threads and memory
 * @param samplesPerShard number of samples, including rejected ones, per shard of the store; an
 *     interrupted run repeats at most one shard
 * @param rejects how unusable rows are treated
 * @param overwrite whether an existing store is replaced
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
  /** The default number of samples per shard. */
  public static final int DEFAULT_SAMPLES_PER_SHARD = 10_000;

  public EmbedRequest {
    dataOptions = Map.copyOf(dataOptions);
    if (samplesPerShard < 1) {
      throw new RequestException(
          "a shard has at least 1 sample; samples per shard=" + samplesPerShard);
    }
  }

  /**
   * Returns a request with the defaults: one row per caption, in Falcon's layout and full
   * precision, with unusable rows listed.
   */
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

  /** Returns the input files and folders, which must not be overwritten. */
  public List<Path> read() {
    List<Path> read = new ArrayList<>(source.files());
    read.add(model.path());
    return read;
  }

  /** Returns a copy with other data options. */
  public EmbedRequest withDataOptions(Map<String, Object> options) {
    Draft changed = new Draft(this);
    changed.dataOptions = options;
    return changed.request();
  }

  /** Returns a copy for other samples and another folder. */
  public EmbedRequest of(SampleSource other, Path folder) {
    Draft changed = new Draft(this);
    changed.source = other;
    changed.output = folder;
    return changed.request();
  }

  /** Returns a copy with another layout and precision. */
  public EmbedRequest withStore(StoreLayout newLayout, VectorType newType) {
    Draft changed = new Draft(this);
    changed.layout = newLayout;
    changed.vectorType = newType;
    return changed.request();
  }

  /** Returns a copy with another treatment of captions. */
  public EmbedRequest withCaptions(CaptionMode mode) {
    Draft changed = new Draft(this);
    changed.captions = mode;
    return changed.request();
  }

  /** Returns a copy with other batches and threads. */
  public EmbedRequest withPipeline(PipelineSettings settings) {
    Draft changed = new Draft(this);
    changed.pipeline = settings;
    return changed.request();
  }

  /** Returns a copy with another number of samples per shard. */
  public EmbedRequest withSamplesPerShard(int samples) {
    Draft changed = new Draft(this);
    changed.samplesPerShard = samples;
    return changed.request();
  }

  /** Returns a copy with another treatment of unusable rows. */
  public EmbedRequest withRejects(RejectPolicy policy) {
    Draft changed = new Draft(this);
    changed.rejects = policy;
    return changed.request();
  }

  /** Returns a copy that replaces an existing store, or does not. */
  public EmbedRequest withOverwrite(boolean replace) {
    Draft changed = new Draft(this);
    changed.overwrite = replace;
    return changed.request();
  }

  /** Returns a copy that writes into another folder. */
  EmbedRequest into(Path folder) {
    Draft changed = new Draft(this);
    changed.output = folder;
    return changed.request();
  }

  /** How samples with several captions are treated. */
  public enum CaptionMode {
    /** One row per caption, each with the image's vector and its image id. */
    ALL,
    /** One row per sample, with its first caption. */
    FIRST,
    /** One row per sample; its text vector is the normalised mean of its captions' unit vectors. */
    MEAN
  }

  /** How unusable rows are treated. */
  public enum RejectPolicy {
    /** They are listed with the reason, and the run continues. */
    SKIP,
    /** The run fails at once; the rows written so far are kept for resuming. */
    FAIL
  }

  /** The request's components as mutable fields, some of which a copy changes. */
  private static final class Draft {
    private final ModelFolder model;
    private SampleSource source;
    private Map<String, Object> dataOptions;
    private Path output;
    private StoreLayout layout;
    private VectorType vectorType;
    private CaptionMode captions;
    private PipelineSettings pipeline;
    private int samplesPerShard;
    private RejectPolicy rejects;
    private boolean overwrite;

    private Draft(EmbedRequest request) {
      this.source = request.source;
      this.dataOptions = request.dataOptions;
      this.model = request.model;
      this.output = request.output;
      this.layout = request.layout;
      this.vectorType = request.vectorType;
      this.captions = request.captions;
      this.pipeline = request.pipeline;
      this.samplesPerShard = request.samplesPerShard;
      this.rejects = request.rejects;
      this.overwrite = request.overwrite;
    }

    private EmbedRequest request() {
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
          overwrite);
    }
  }
}
