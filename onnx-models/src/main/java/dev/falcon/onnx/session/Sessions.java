package dev.falcon.onnx.session;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.file.GraphFileParser;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The one place that makes ONNX Runtime sessions.
 *
 * <p>Device {@code auto} tries CUDA with the first graph that is opened: the list of providers that
 * ONNX Runtime prints names CUDA on machines without a GPU, so only an open session is proof. Where
 * CUDA does not open, one line says so and everything runs on the CPU. Device {@code cuda} fails
 * instead. Graphs are loaded by path, so that weights may lie beside them as external data.
 */
public final class Sessions {
  private final SessionSettings settings;
  private final Consumer<String> notes;
  private Device device;

  /**
   * @param settings device and threads
   * @param notes takes the one line that says why {@code auto} fell back to the CPU
   */
  public Sessions(SessionSettings settings, Consumer<String> notes) {
    this.settings = settings;
    this.notes = notes;
    this.device = settings.device();
  }

  /** Sessions on the CPU. */
  public static Sessions onCpu() {
    return new Sessions(SessionSettings.CPU, note -> {});
  }

  /** Where sessions run; {@link Device#AUTO} until the first graph is opened. */
  public synchronized Device device() {
    return device;
  }

  /**
   * Opens a graph.
   *
   * @throws FalconException where the file is no ONNX model, names external data outside its own
   *     folder, or does not open on the device
   */
  public synchronized GraphSession open(Path file) {
    GraphFileParser.read(file).requireExternalData();
    OnnxRuntime.requireSafeStart();
    return switch (device.kind()) {
      case CPU -> openOn(Device.CPU, file);
      case CUDA -> openOn(device, file);
      case AUTO -> openOnBest(file);
    };
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
    // A graph that is at fault fails here again, and then the fault is not laid on CUDA.
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

  private GraphSession create(Device where, Path file) throws OrtException {
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
      if (where.kind() == Device.Kind.CUDA) {
        addCuda(options, where.index());
      }
      return new GraphSession(
          file, where, environment, environment.createSession(file.toString(), options));
    }
  }

  /** Whether the graph opens on the device: {@code opens}, or why it does not. */
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
      // TF32 keeps 10 bits of the significand: vectors would differ from the CPU's by 1e-3.
      cuda.add("use_tf32", "0");
      // Batches vary in size; an exhaustive search would be repeated for every new size.
      cuda.add("cudnn_conv_algo_search", "HEURISTIC");
      options.addCUDA(cuda);
    }
  }
}
