// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.ByteSize;
import dev.falcon.data.RequestException;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Device;
import picocli.CommandLine.Option;

/** The flags for processes, threads, memory and devices; they do not affect an output. */
final class RunFlags {
  @Option(
      names = "--shard",
      paramLabel = "I/N|auto",
      description =
          "Do the share of task I of N, from 0, into a folder of parts, which falcon merge"
              + " completes. auto takes I and N from Slurm's job array or Kubernetes' indexed job.")
  private String shard;

  @Option(
      names = "--spark",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "MASTER",
      description =
          "Work on Spark. Plans become a folder of parts, and --embeddings and --out may then be"
              + " URIs. Without MASTER, spark-submit chooses the cluster.")
  private String spark;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description =
          "Memory that the process may use, such as 2g, or auto for 75 %% of the machine's"
              + " (default: auto); does not affect the output.")
  private ByteSize memory;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads (default: all processors); does not affect the output.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "Where ONNX Runtime evaluates a scheduler's graph or, for lists, multiplies vectors on"
              + " CUDA: auto, cpu or cuda[:INDEX] (default: cpu).")
  private String device = Device.CPU.toString();

  @Option(names = "--product", paramLabel = "own|onnx", hidden = true)
  private String product; // null if not named

  /** Returns the requested device. */
  Device device() {
    if (product != null) {
      throw new RequestException(
          "--product was removed: similarities within search spaces are always computed on the"
              + " processor; falcon lists takes --device");
    }
    return Device.parse(device);
  }

  /** Refuses a device other than the CPU, on which nothing would run. */
  void requireProcessor(String reason) {
    if (device().kind() == Device.Kind.CUDA) {
      throw new RequestException(reason + "; omit --device " + device);
    }
  }

  /** Refuses, with Spark, a weight of own similarities that is to be estimated from a store. */
  void requireWeightHere() {
    if (spark != null) {
      throw new RequestException("--spark needs --own-weight to be a number");
    }
  }

  /** Returns the share of the work, as given; null for all. */
  String shard() {
    return shard;
  }

  /** Returns Spark's master; the empty string if spark-submit sets it; null without Spark. */
  String spark() {
    return spark;
  }

  int threads() {
    return threads;
  }

  MiningRequest.Execution execution() {
    long heap = Runtime.getRuntime().maxMemory();
    return MiningRequest.Execution.within(
        threads, memory == null ? heap : Math.min(heap, memory.bytes()));
  }
}
