// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of sessions.
 *
 * @param device the device on which graphs run
 * @param threads the number of threads of one session on the CPU; 0 for one per core
 * @param arena whether memory on the CPU is kept between runs. This is faster, but the memory of
 *     the largest batch stays allocated until the session is closed
 * @param spinning whether idle threads spin. This is faster between two operators, but takes cores
 *     from threads that decode or tokenise at the same time
 * @param records an existing folder that receives ONNX Runtime's profile of each session when it is
 *     closed, for {@link Placement}; empty for none, since it makes runs slow
 */
public record SessionSettings(
    Device device, int threads, boolean arena, boolean spinning, Optional<Path> records) {
  /**
   * Settings for one session at a time on all cores of the CPU, beside threads that prepare its
   * input.
   */
  public static final SessionSettings CPU = on(Device.CPU);

  public SessionSettings {
    if (threads < 0) {
      throw new RequestException("threads must be 0 (every core) or more, and is " + threads);
    }
  }

  /** Returns settings for a device: every core, the arena, and no spinning. */
  public static SessionSettings on(Device device) {
    return new SessionSettings(device, 0, true, false, Optional.empty());
  }

  /** Returns a copy with another number of threads; 0 for every core. */
  public SessionSettings withThreads(int count) {
    return new SessionSettings(device, count, arena, spinning, records);
  }

  /** Returns a copy that records which operators run where. */
  public SessionSettings withRecords(Path folder) {
    return new SessionSettings(device, threads, arena, spinning, Optional.of(folder));
  }
}
