package dev.falcon.onnx.network.shape;

/**
 * The sizes and constants of the scheduler, a residual network from a row's quantile features to
 * the parameters of a Beta distribution.
 *
 * @param features m, the quantile features of a row
 * @param hidden the width inside
 * @param blocks residual blocks
 * @param layersPerBlock linear layers of a block
 * @param inputGain factor on the features; 1 for none
 * @param offset added to both parameters after the softplus, above 0
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
