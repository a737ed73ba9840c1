// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.device;

import dev.falcon.data.Progress;
import dev.falcon.onnx.session.Device;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A request to check a device.
 *
 * @param device the device; {@code auto} selects the CPU if there is no GPU
 * @param model a model folder whose encoders are run
 * @param steps the number of steps of the training run in which memory must not grow, at least 20
 * @param work an empty or new folder to which the check writes
 * @param progress receives the progress of all items
 * @param notes receives the line that names the chosen device
 */
public record DeviceCheckRequest(
    Device device, Path model, int steps, Path work, Progress progress, Consumer<String> notes) {}
