package dev.falcon.onnx.embed.request;

import dev.falcon.onnx.embed.pipeline.Stage;
import java.util.Map;

/**
 * What a run has made.
 *
 * @param rows the rows of the store
 * @param dimension the components of a vector
 * @param samples how many samples were read, rejected ones included
 * @param images how many images were encoded; less than the rows where images have several captions
 * @param rejects how many rows could not be used
 * @param lineBreaks how many captions this run has read from caption files that have line breaks
 * @param device where the graphs ran
 * @param resumedSamples how many of the samples an earlier run had done
 * @param seconds how long this run took, without opening the model
 * @param samplesPerSecond this run's samples by its seconds
 * @param stageSeconds how long each stage worked in this run, summed over its threads
 */
public record EmbedResult(
    long rows,
    int dimension,
    long samples,
    long images,
    long rejects,
    long lineBreaks,
    String device,
    long resumedSamples,
    double seconds,
    double samplesPerSecond,
    Map<Stage, Double> stageSeconds) {}
