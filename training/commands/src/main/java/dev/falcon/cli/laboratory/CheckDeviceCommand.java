// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.laboratory;

import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.session.Device;
import dev.falcon.training.device.DeviceCheck;
import dev.falcon.training.device.DeviceCheckRequest;
import dev.falcon.training.device.DeviceCheckResult;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon check-device}: compares a device with the CPU. */
@Command(
    name = "check-device",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Embed, mine, train and export on a device, and compare with the CPU.",
      "Exit code 1 if an item fails or there is no such device."
    })
public final class CheckDeviceCommand implements Callable<Integer> {
  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "auto",
      description = "auto, cpu or cuda[:INDEX]; auto takes the CPU if there is no GPU.")
  private String device;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "A model folder to test; the built-in one by default.")
  private Path model;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Steps of the training run.")
  private int steps;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    Path work = Folders.temporary("falcon-check-device");
    try {
      DeviceCheckResult result =
          DeviceCheck.check(
              new DeviceCheckRequest(
                  Device.parse(device),
                  model == null ? BuiltIn.modelFolder() : model,
                  steps,
                  work,
                  output.progress(),
                  output::note));
      output.result(result, () -> text(result));
      return result.passed() ? ExitCode.OK : ExitCode.SOFTWARE;
    } finally {
      Folders.delete(work);
    }
  }

  private static String text(DeviceCheckResult result) {
    StringBuilder text = new StringBuilder("on ").append(result.asked()).append('\n');
    for (DeviceCheckResult.Item item : result.items()) {
      String outcome = item.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      text.append(String.format(Locale.ROOT, "  %-9s  ", outcome))
          .append(item.name())
          .append(": ")
          .append(item.detail())
          .append('\n');
    }
    return text.toString();
  }
}
