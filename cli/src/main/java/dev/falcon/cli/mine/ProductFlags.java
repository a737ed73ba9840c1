package dev.falcon.cli.mine;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.session.Device;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The flags that say what multiplies vectors; they change nothing in the plan. */
final class ProductFlags {
  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "auto, cpu or cuda[:INDEX]: where vectors are multiplied (default: cpu); changes nothing in"
              + " the plan.")
  private String device = Device.CPU.toString();

  @Option(
      names = "--product",
      paramLabel = "own|onnx",
      description =
          "By whom: Falcon, on the CPU alone, or ONNX Runtime, whose rounding Falcon decides"
              + " (default: own on the CPU, onnx on CUDA).")
  private Multiplier product; // null where not named

  /** Who multiplies. */
  enum Multiplier {
    OWN,
    ONNX
  }

  /** The device of ONNX Runtime's product; empty for Falcon's own. */
  Optional<Device> product() {
    Device where = Device.parse(device);
    if (product == Multiplier.OWN && where.kind() != Device.Kind.CPU) {
      throw new RequestException("--product own runs on the CPU; leave --device " + device);
    }
    if (product == Multiplier.ONNX && where.kind() == Device.Kind.AUTO) {
      throw new RequestException("--product onnx needs --device cpu or cuda[:INDEX], not auto");
    }
    return product == Multiplier.ONNX || where.kind() != Device.Kind.CPU
        ? Optional.of(where)
        : Optional.empty();
  }
}
