// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import dev.falcon.onnx.internal.file.OnnxSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds a node. Set its attributes first; requesting its outputs then adds the node to the graph.
 */
public final class NodeBuilder {
  private final GraphContent graph;
  private final String name;
  private final WireMessage node = new WireMessage();

  NodeBuilder(GraphContent graph, String name, String operator, Value... inputs) {
    this.graph = graph;
    this.name = name;
    for (Value input : inputs) {
      node.string(OnnxSchema.Node.INPUT, input.name());
    }
    node.string(OnnxSchema.Node.OP_TYPE, operator);
  }

  /** Sets an integer attribute. */
  public NodeBuilder integer(String attribute, long value) {
    return attribute(
        attribute,
        OnnxSchema.Attribute.TYPE_INT,
        new WireMessage().varint(OnnxSchema.Attribute.I, value));
  }

  /** Sets an attribute of several integers. */
  public NodeBuilder integers(String attribute, long... values) {
    WireMessage message = new WireMessage();
    for (long value : values) {
      message.varint(OnnxSchema.Attribute.INTS, value);
    }
    return attribute(attribute, OnnxSchema.Attribute.TYPE_INTS, message);
  }

  /** Sets a float attribute. */
  public NodeBuilder number(String attribute, float value) {
    return attribute(
        attribute,
        OnnxSchema.Attribute.TYPE_FLOAT,
        new WireMessage().float32(OnnxSchema.Attribute.F, value));
  }

  /** Sets a text attribute. */
  public NodeBuilder text(String attribute, String value) {
    return attribute(
        attribute,
        OnnxSchema.Attribute.TYPE_STRING,
        new WireMessage().string(OnnxSchema.Attribute.S, value));
  }

  /** Adds the node with one output. */
  public Value output() {
    return outputs(1).get(0);
  }

  /** Adds the node with this many outputs. */
  public List<Value> outputs(int count) {
    List<Value> outputs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      outputs.add(new Value(graph.claimNumbered(name)));
    }
    return addTo(outputs);
  }

  /** Adds the node with one output of the given name. */
  Value outputNamed(String output) {
    return addTo(List.of(new Value(output))).get(0);
  }

  private List<Value> addTo(List<Value> outputs) {
    outputs.forEach(output -> node.string(OnnxSchema.Node.OUTPUT, output.name()));
    node.string(OnnxSchema.Node.NAME, outputs.get(0).name());
    graph.nodes().add(node);
    return outputs;
  }

  private NodeBuilder attribute(String attribute, int type, WireMessage value) {
    value.string(OnnxSchema.Attribute.NAME, attribute).varint(OnnxSchema.Attribute.TYPE, type);
    node.message(OnnxSchema.Node.ATTRIBUTE, value);
    return this;
  }
}
