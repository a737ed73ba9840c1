package dev.falcon.onnx.graph;

import dev.falcon.onnx.graph.tensor.Tensor;
import dev.falcon.onnx.graph.tensor.TensorInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A graph that is being put together: what all scopes of a builder share. */
public final class GraphContent {
  private final List<WireMessage> nodes = new ArrayList<>();
  private final Map<String, Tensor> initializers = new LinkedHashMap<>();
  private final List<TensorInfo> inputs = new ArrayList<>();
  private final List<TensorInfo> outputs = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Map<String, Integer> uses = new HashMap<>();

  /** Takes a name that must be new. */
  public String claim(String name) {
    if (!names.add(name)) {
      throw new IllegalArgumentException("the graph already has a tensor named " + name);
    }
    return name;
  }

  /** Takes a name; where it is in use, with the next free number behind it. */
  public String claimNumbered(String wanted) {
    String name = wanted;
    while (!names.add(name)) {
      name = wanted + "_" + (uses.merge(wanted, 1, Integer::sum) + 1);
    }
    return name;
  }

  /** Nodes in the order in which they were added, which is an order of evaluation. */
  public List<WireMessage> nodes() {
    return nodes;
  }

  /** Constant tensors by name, in the order in which they were added. */
  public Map<String, Tensor> initializers() {
    return initializers;
  }

  /** The graph's inputs. */
  public List<TensorInfo> inputs() {
    return inputs;
  }

  /** The graph's outputs. */
  public List<TensorInfo> outputs() {
    return outputs;
  }
}
