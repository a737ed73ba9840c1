// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A graph under construction, shared by all scopes of a builder. */
public final class GraphContent {
  private final List<WireMessage> nodes = new ArrayList<>();
  private final Map<String, Tensor> initializers = new LinkedHashMap<>();
  private final List<TensorInfo> inputs = new ArrayList<>();
  private final List<TensorInfo> outputs = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Map<String, Integer> uses = new HashMap<>();

  /** Reserves a name, which must be unused. */
  public String claim(String name) {
    if (!names.add(name)) {
      throw new IllegalArgumentException("the graph already has a tensor named " + name);
    }
    return name;
  }

  /**
   * Reserves a name and returns it; a name that is used already gets the next free number as a
   * suffix.
   */
  public String claimNumbered(String wanted) {
    String name = wanted;
    while (!names.add(name)) {
      name = wanted + "_" + (uses.merge(wanted, 1, Integer::sum) + 1);
    }
    return name;
  }

  /**
   * Returns the nodes in the order in which they were added, in which they can also be evaluated.
   */
  public List<WireMessage> nodes() {
    return nodes;
  }

  /** Returns the constant tensors by name, in the order in which they were added. */
  public Map<String, Tensor> initializers() {
    return initializers;
  }

  /** Returns the graph's inputs. */
  public List<TensorInfo> inputs() {
    return inputs;
  }

  /** Returns the graph's outputs. */
  public List<TensorInfo> outputs() {
    return outputs;
  }
}
