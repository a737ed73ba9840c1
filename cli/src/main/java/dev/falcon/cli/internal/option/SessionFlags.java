// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.util.function.Consumer;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The flags for the devices of models. */
public final class SessionFlags {
  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "auto",
      showDefaultValue = Visibility.NEVER,
      description =
          "auto, cpu or cuda[:INDEX]; auto takes CUDA if it can be opened (default:"
              + " ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "0",
      description = "Threads of a model on the CPU; 0 for one per core.")
  private int threads;

  /** Returns sessions with the flags' settings. */
  public Sessions sessions(Consumer<String> notes) {
    return new Sessions(SessionSettings.on(Device.parse(device)).withThreads(threads), notes);
  }
}
