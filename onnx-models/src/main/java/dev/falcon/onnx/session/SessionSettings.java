package dev.falcon.onnx.session;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings of sessions.
 *
 * @param device the device
 * @param threads number of threads of one session on the CPU; 0 for every core
 * @param arena whether the CPU's memory is kept between runs: faster, but the largest batch's
 *     memory stays allocated until the session is closed
 * @param spinning whether idle threads spin: faster between two operators, but it takes the core
 *     from threads that decode or tokenise meanwhile
 * @param records an existing folder that receives ONNX Runtime's record of each session when it is
 *     closed, for {@link Placement}; slow
 */
public record SessionSettings(
    Device device, int threads, boolean arena, boolean spinning, Optional<Path> records) {
  /** One session at a time on every core of the CPU, beside threads that prepare its input. */
  public static final SessionSettings CPU = on(Device.CPU);

  public SessionSettings {
    if (threads < 0) {
      throw new RequestException("threads must be 0 (every core) or more, and is " + threads);
    }
  }

  /** The settings for a device, with every core, the arena, and no spinning. */
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
