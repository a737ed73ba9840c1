package dev.falcon.training.device;

import dev.falcon.data.Progress;
import dev.falcon.onnx.session.Device;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A device to be checked.
 *
 * @param device where; {@code auto} takes the processor where there is no GPU
 * @param model a model folder, whose encoders are tried
 * @param steps of the training run that must not take more and more memory, at least 20
 * @param work an empty or new folder for what the check writes
 * @param progress of all that is done
 * @param notes takes the line on which device was taken
 */
public record DeviceCheckRequest(
    Device device, Path model, int steps, Path work, Progress progress, Consumer<String> notes) {}
