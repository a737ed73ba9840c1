// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.falcon.data.FalconException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A graph opened on a device. Several threads may run it at once. */
public final class GraphSession implements AutoCloseable {
  private final Path file;
  private final Device device;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final List<TensorSpec> inputs;
  private final List<TensorSpec> outputs;
  private boolean closed;

  GraphSession(Path file, Device device, OrtEnvironment environment, OrtSession session)
      throws OrtException {
    this.file = file;
    this.device = device;
    this.environment = environment;
    this.session = session;
    this.inputs = specs(session.getInputInfo().values());
    this.outputs = specs(session.getOutputInfo().values());
  }

  private static List<TensorSpec> specs(Collection<NodeInfo> nodes) {
    List<TensorSpec> specs = new ArrayList<>();
    for (NodeInfo node : nodes) {
      if (node.getInfo() instanceof TensorInfo tensor) {
        String type = tensor.onnxType.name().replace("ONNX_TENSOR_ELEMENT_DATA_TYPE_", "");
        List<Long> shape = LongStream.of(tensor.getShape()).boxed().toList();
        specs.add(new TensorSpec(node.getName(), type.toLowerCase(Locale.ROOT), shape));
      } else {
        specs.add(new TensorSpec(node.getName(), "no_tensor", List.of()));
      }
    }
    return List.copyOf(specs);
  }

  /** Returns the graph's file. */
  public Path file() {
    return file;
  }

  /** Returns the device on which the graph runs. */
  public Device device() {
    return device;
  }

  /** Returns the inputs in the graph's order. */
  public List<TensorSpec> inputs() {
    return inputs;
  }

  /** Returns the outputs in the graph's order. */
  public List<TensorSpec> outputs() {
    return outputs;
  }

  /** Returns the input with this name; empty if there is none. */
  public Optional<TensorSpec> input(String name) {
    return inputs.stream().filter(spec -> spec.name().equals(name)).findFirst();
  }

  /** Returns the output with this name; empty if there is none. */
  public Optional<TensorSpec> output(String name) {
    return outputs.stream().filter(spec -> spec.name().equals(name)).findFirst();
  }

  /** Returns the output with this name. If it is missing, the message lists the graph's outputs. */
  public TensorSpec requireOutput(String name) {
    return output(name).orElseThrow(() -> lacks("output", name, outputs));
  }

  /** Returns the input with this name. If it is missing, the message lists the graph's inputs. */
  public TensorSpec requireInput(String name) {
    return input(name).orElseThrow(() -> lacks("input", name, inputs));
  }

  private FalconException lacks(String kind, String name, List<TensorSpec> specs) {
    return new FalconException(
        file + ": has no " + kind + " '" + name + "'; its " + kind + "s are " + names(specs));
  }

  private static String names(List<TensorSpec> specs) {
    return specs.stream().map(TensorSpec::name).collect(Collectors.joining(", "));
  }

  /** Returns the environment in which input tensors are created. */
  public OrtEnvironment environment() {
    return environment;
  }

  /**
   * Runs the graph as far as the requested outputs need it. The caller closes the result.
   *
   * @throws FalconException if ONNX Runtime fails, for example for lack of memory
   */
  public OrtSession.Result run(Map<String, OnnxTensor> tensors, Set<String> wanted) {
    try {
      return NativeCalls.make(() -> session.run(tensors, wanted, NativeCalls.options()));
    } catch (OrtException e) {
      throw new FalconException(file + ": failed on " + device + ": " + OnnxRuntime.brief(e), e);
    }
  }

  /**
   * Runs the graph and writes its outputs to given tensors.
   *
   * @param results the tensors that receive the outputs, by name, with the outputs' shapes
   * @throws OrtException if ONNX Runtime fails, for example for lack of memory
   */
  public void runInto(Map<String, OnnxTensor> tensors, Map<String, OnnxTensor> results)
      throws OrtException {
    NativeCalls.make(() -> session.run(tensors, Set.of(), results, NativeCalls.options())).close();
  }

  /**
   * Runs the graph to test whether it accepts these inputs. The caller closes the result.
   *
   * @return the result; empty if ONNX Runtime fails, in which case nothing is written to standard
   *     error
   */
  public Optional<OrtSession.Result> attempt(Map<String, OnnxTensor> tensors, Set<String> wanted) {
    try (OrtSession.RunOptions options = new OrtSession.RunOptions()) {
      options.setLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      return Optional.of(NativeCalls.make(() -> session.run(tensors, wanted, options)));
    } catch (OrtException e) {
      return Optional.empty();
    }
  }

  /** Frees the graph; a second call does nothing, since two encoders may share one graph. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      NativeCalls.make(
          () -> {
            session.close();
            return true;
          });
    } catch (OrtException e) {
      throw new IllegalStateException(file + ": the session does not close", e);
    }
  }
}
