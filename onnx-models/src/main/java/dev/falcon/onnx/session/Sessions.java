// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.file.GraphFileParser;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The only factory of ONNX Runtime sessions.
 *
 * <p>With device {@code auto}, the first graph is tried on CUDA: ONNX Runtime lists CUDA as a
 * provider even on machines without a GPU, so only an open session is proof. If CUDA does not open,
 * one line reports the reason, and all graphs run on the CPU. If only a later graph does not open
 * on CUDA, that graph alone runs on the CPU. Device {@code cuda} fails in both cases. Graphs are
 * loaded by path, so that their weights may lie beside them as external data.
 */
public final class Sessions {
  /**
   * The optimisations that are disabled on the CPU. The CPU's kernel for a fused layer
   * normalisation sums sequentially; the operators that it replaces are five times as fast.
   */
  private static final String SLOW_FUSIONS = "LayerNormFusionL1;LayerNormFusionL2";

  private final SessionSettings settings;
  private final Consumer<String> notes;
  private Device device;
  private int opened;

  /**
   * @param settings the device, threads and memory of sessions
   * @param notes receives lines that state why {@code auto} fell back to the CPU and which graphs
   *     run partly on the CPU
   */
  public Sessions(SessionSettings settings, Consumer<String> notes) {
    this.settings = settings;
    this.notes = notes;
    this.device = settings.device();
  }

  /** Returns a factory of sessions on the CPU. */
  public static Sessions onCpu() {
    return new Sessions(SessionSettings.CPU, note -> {});
  }

  /** Returns the sessions' device; {@link Device#AUTO} until the first graph is opened. */
  public synchronized Device device() {
    return device;
  }

  /**
   * Opens a graph.
   *
   * @throws FalconException if the file is not an ONNX model, names external data outside its own
   *     folder, or does not open on the device
   */
  public synchronized GraphSession open(Path file) {
    GraphFileParser.read(file).requireExternalData();
    OnnxRuntime.requireSafeStart();
    return switch (device.kind()) {
      case CPU -> openOn(Device.CPU, file);
      case CUDA ->
          settings.device().kind() == Device.Kind.AUTO
              ? openOnCudaOrCpu(file)
              : openOn(device, file);
      case AUTO -> openOnBest(file);
    };
  }

  /**
   * Opens a graph after the first one of {@code auto}. It may need operators that CUDA lacks, or
   * more memory.
   */
  private GraphSession openOnCudaOrCpu(Path file) {
    OrtException reason;
    try {
      return create(device, file);
    } catch (OrtException e) {
      reason = e;
    }
    GraphSession session = openOn(Device.CPU, file);
    notes.accept(
        "device auto: "
            + file
            + " does not open on "
            + device
            + ", so it runs on the CPU ("
            + OnnxRuntime.brief(reason)
            + ")");
    return session;
  }

  private GraphSession openOnBest(Path file) {
    Device first = Device.cuda(0);
    OrtException reason;
    try {
      GraphSession session = create(first, file);
      device = first;
      return session;
    } catch (OrtException e) {
      reason = e;
    }
    // A broken graph also fails here, so that CUDA is not blamed for it.
    GraphSession session = openOn(Device.CPU, file);
    device = Device.CPU;
    notes.accept(
        "device auto: CUDA does not open, so the CPU is used (" + OnnxRuntime.brief(reason) + ")");
    return session;
  }

  private GraphSession openOn(Device where, Path file) {
    try {
      return create(where, file);
    } catch (OrtException e) {
      throw new FalconException(
          file + ": does not open on " + where + ": " + OnnxRuntime.brief(e), e);
    }
  }

  /**
   * Opens a graph so that no operator runs elsewhere unnoticed. ONNX Runtime assigns operators to
   * the CPU if CUDA has no kernel for them or if they only compute shapes.
   */
  private GraphSession create(Device where, Path file) throws OrtException {
    if (where.kind() != Device.Kind.CUDA) {
      return create(where, file, false);
    }
    try {
      return create(where, file, true);
    } catch (OrtException e) {
      if (!isPlacement(e)) {
        throw e;
      }
    }
    GraphSession session = create(where, file, false);
    notes.accept(file + ": some of its operators run on the CPU, the others on " + where);
    return session;
  }

  /** Returns whether a graph does not open only because a part of it would run on the CPU. */
  static boolean isPlacement(OrtException failure) {
    return failure.getMessage().contains("fallback to CPU EP has been explicitly disabled");
  }

  /**
   * @param whole whether to refuse a graph that would run partly on the CPU
   */
  GraphSession create(Device where, Path file, boolean whole) throws OrtException {
    OrtEnvironment environment = OnnxRuntime.environment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
      options.setInterOpNumThreads(1);
      OptionalInt threads =
          settings.threads() > 0 ? OptionalInt.of(settings.threads()) : Processors.limit();
      if (threads.isPresent()) {
        options.setIntraOpNumThreads(threads.getAsInt());
      }
      options.addConfigEntry("session.intra_op.allow_spinning", settings.spinning() ? "1" : "0");
      options.setCPUArenaAllocator(settings.arena());
      if (whole) {
        options.addConfigEntry("session.disable_cpu_ep_fallback", "1");
        // A refusal is not an error at this point.
        options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      }
      if (settings.records().isPresent()) {
        options.enableProfiling(
            Placement.record(settings.records().get(), opened++, file).toString());
      }
      if (where.kind() == Device.Kind.CUDA) {
        addCuda(options, where.index());
      } else {
        options.addConfigEntry("optimization.disable_specified_optimizers", SLOW_FUSIONS);
      }
      return new GraphSession(
          file,
          where,
          environment,
          NativeCalls.make(() -> environment.createSession(file.toString(), options)));
    }
  }

  /** Returns {@code opens} if the graph opens on the device, and otherwise the reason why not. */
  public static String tryOn(Device where, Path file) {
    try {
      new Sessions(SessionSettings.on(where), note -> {}).open(file).close();
      return "opens";
    } catch (FalconException e) {
      return e.getCause() instanceof OrtException reason
          ? OnnxRuntime.brief(reason)
          : e.getMessage();
    }
  }

  private static void addCuda(OrtSession.SessionOptions options, int index) throws OrtException {
    try (OrtCUDAProviderOptions cuda = new OrtCUDAProviderOptions(index)) {
      // TF32 keeps only 10 bits of the significand, so vectors would differ from the CPU's by 1e-3.
      cuda.add("use_tf32", "0");
      // Batches vary in size; an exhaustive search would be repeated for every new size.
      cuda.add("cudnn_conv_algo_search", "HEURISTIC");
      OptionalLong limit = GpuMemory.limit(Optional.ofNullable(System.getenv(GpuMemory.VARIABLE)));
      if (limit.isPresent()) {
        cuda.add("gpu_mem_limit", Long.toString(limit.getAsLong()));
        // By default, the arena doubles and so reaches its limit with half of it unused.
        cuda.add("arena_extend_strategy", "kSameAsRequested");
      }
      options.addCUDA(cuda);
    }
  }
}
