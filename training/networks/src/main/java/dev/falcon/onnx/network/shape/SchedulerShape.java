// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.shape;

/**
 * The sizes and constants of the scheduler, a residual network from a row's quantile features to
 * the parameters of a Beta distribution.
 *
 * @param features m, the number of quantile features per row
 * @param hidden the width of the hidden layers
 * @param blocks the number of residual blocks
 * @param layersPerBlock the number of linear layers per block
 * @param inputGain the factor by which features are multiplied; 1 for none
 * @param offset the value added to both parameters after the softplus, above 0
 * @param cap the largest value of a parameter; infinite for none
 */
public record SchedulerShape(
    int features,
    int hidden,
    int blocks,
    int layersPerBlock,
    float inputGain,
    float offset,
    float cap) {}
