package dev.falcon.cli.mine;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.session.Device;
import picocli.CommandLine.Option;

/** Where ONNX Runtime runs while a plan or lists are mined. */
final class ProductFlags {
  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "auto, cpu or cuda[:INDEX]: where ONNX Runtime runs, which evaluates a scheduler's graph"
              + " and, on CUDA, multiplies for --corpus (default: cpu).")
  private String device = Device.CPU.toString();

  @Option(names = "--product", paramLabel = "own|onnx", hidden = true)
  private String product; // null where not named

  /** The device that was asked for. */
  Device device() {
    if (product != null) {
      throw new RequestException(
          "--product is gone: similarities within search spaces are always computed on the"
              + " processor; for negatives of the whole corpus --device chooses");
    }
    return Device.parse(device);
  }

  /** Refuses a device other than the processor where nothing would run there. */
  void requireProcessor(String reason) {
    if (device().kind() == Device.Kind.CUDA) {
      throw new RequestException(reason + "; leave --device " + device);
    }
  }
}
