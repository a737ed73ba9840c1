// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A benchmark's command line settings, as {@code name=value}. */
public final class Settings {
  private final Map<String, String> values = new LinkedHashMap<>();

  /** The settings that a benchmark knows, as {@code name=value} with the value that is usual. */
  public Settings(String... usual) {
    for (String setting : usual) {
      values.put(name(setting), value(setting));
    }
  }

  /** The settings of a benchmark that puts images through models. */
  public static Settings ofImages() {
    return new Settings(
        "models=small,large",
        "samples=1024",
        "batch=64",
        "repetitions=3",
        "device=cpu",
        "workers=0",
        "threads=0");
  }

  /**
   * Returns a copy with the command line's settings.
   *
   * @throws IllegalArgumentException where it names what this benchmark does not know
   */
  public Settings with(String... arguments) {
    for (String argument : arguments) {
      if (!argument.contains("=") || values.replace(name(argument), value(argument)) == null) {
        throw new IllegalArgumentException(argument + ": give " + this);
      }
    }
    return this;
  }

  public int number(String name) {
    return Integer.parseInt(values.get(name));
  }

  public String text(String name) {
    return values.get(name);
  }

  /** The parts between commas. */
  public List<String> list(String name) {
    return List.of(values.get(name).split(","));
  }

  /** Sessions on {@code device} with {@code threads}. */
  public Sessions sessions() {
    SessionSettings settings =
        SessionSettings.on(Device.parse(values.get("device"))).withThreads(number("threads"));
    return new Sessions(settings, System.err::println);
  }

  /** Batches of {@code batch}, prepared by {@code workers}; 0 takes every core. */
  public PipelineSettings pipeline() {
    PipelineSettings settings = PipelineSettings.ofBatchSize(number("batch"));
    return number("workers") == 0 ? settings : settings.withWorkers(number("workers"));
  }

  /** All of them, as they would be given. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    values.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    return text.substring(1);
  }

  private static String name(String setting) {
    return setting.substring(0, setting.indexOf('='));
  }

  private static String value(String setting) {
    return setting.substring(setting.indexOf('=') + 1);
  }
}
