// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.onnx.embed.pipeline.Stage;
import java.util.Map;

/**
 * The result of an embedding run.
 *
 * @param rows number of rows of the store
 * @param dimension length of a vector
 * @param samples number of samples read, including rejected ones
 * @param images the number of images encoded; less than {@code rows} if images have several
 *     captions
 * @param rejects number of unusable rows
 * @param truncated number of texts longer than the model accepts, which this run truncated
 * @param device the device on which the graphs ran
 * @param resumedSamples number of samples done by earlier runs
 * @param seconds the duration of this run in seconds, without opening the model
 * @param samplesPerSecond this run's samples per second
 * @param stageSeconds the working time in seconds of each stage in this run, summed over its
 *     threads
 */
public record EmbedResult(
    long rows,
    int dimension,
    long samples,
    long images,
    long rejects,
    long truncated,
    String device,
    long resumedSamples,
    double seconds,
    double samplesPerSecond,
    Map<Stage, Double> stageSeconds) {}
