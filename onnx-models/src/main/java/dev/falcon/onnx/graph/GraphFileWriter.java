// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.onnx.internal.file.OnnxSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a graph as an ONNX file. If the weights exceed a protocol buffer, the larger ones are
 * written to a file beside it, each at a multiple of 4096 bytes, so that a runtime can map them.
 */
public final class GraphFileWriter {
  /** The suffix of the file of weights. */
  public static final String EXTERNAL_SUFFIX = ".data";

  private static final int EXTERNAL_ALIGNMENT = 4096;

  /**
   * The minimum size in bytes of a tensor in the file of weights. Smaller ones stay in the graph's
   * file, where shape inference can read them.
   */
  private static final int EXTERNAL_LEAST_BYTES = 1024;

  private GraphFileWriter() {}

  /**
   * Writes the graph atomically.
   *
   * @param mostInlineBytes the maximum bytes of weights in the file itself
   */
  public static void write(
      GraphContent graph, ModelMetadata metadata, Path file, long mostInlineBytes) {
    long weightBytes = 0;
    for (Tensor tensor : graph.initializers().values()) {
      weightBytes += tensor.byteCount();
    }
    try (AtomicFile model = AtomicFile.create(file)) {
      if (weightBytes <= mostInlineBytes) {
        writeModel(graph, metadata, model.path(), "", Map.of());
      } else {
        Path weights = file.resolveSibling(file.getFileName() + EXTERNAL_SUFFIX);
        try (AtomicFile external = AtomicFile.create(weights)) {
          Map<String, Long> offsets = writeWeights(graph, external.path());
          writeModel(graph, metadata, model.path(), weights.getFileName().toString(), offsets);
          external.commit();
        }
      }
      model.commit();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * Writes the larger tensors to the file of weights; returns the offset of each in bytes, by name.
   */
  private static Map<String, Long> writeWeights(GraphContent graph, Path file) throws IOException {
    Map<String, Long> offsets = new LinkedHashMap<>();
    try (FileChannel channel = create(file)) {
      for (Map.Entry<String, Tensor> entry : graph.initializers().entrySet()) {
        if (entry.getValue().byteCount() >= EXTERNAL_LEAST_BYTES) {
          long end = channel.position();
          long padding = Math.floorMod(-end, (long) EXTERNAL_ALIGNMENT);
          channel.write(ByteBuffer.allocate((int) padding));
          offsets.put(entry.getKey(), end + padding);
          entry.getValue().writeTo(channel);
        }
      }
    }
    return offsets;
  }

  private static void writeModel(
      GraphContent graph,
      ModelMetadata metadata,
      Path file,
      String weightsName,
      Map<String, Long> offsets)
      throws IOException {
    WireMessage model =
        new WireMessage()
            .varint(OnnxSchema.Model.IR_VERSION, OnnxSchema.IR_VERSION)
            .string(OnnxSchema.Model.PRODUCER_NAME, ModelMetadata.PRODUCER)
            .string(OnnxSchema.Model.PRODUCER_VERSION, metadata.producerVersion())
            .string(OnnxSchema.Model.DOC_STRING, metadata.doc())
            .message(OnnxSchema.Model.GRAPH, graphMessage(graph, metadata, weightsName, offsets))
            .message(
                OnnxSchema.Model.OPSET_IMPORT,
                new WireMessage()
                    .string(OnnxSchema.OperatorSet.DOMAIN, "")
                    .varint(OnnxSchema.OperatorSet.VERSION, OnnxSchema.OPSET_VERSION));
    metadata
        .properties()
        .forEach((key, value) -> model.message(OnnxSchema.Model.METADATA_PROPS, entry(key, value)));
    try (FileChannel channel = create(file)) {
      model.writeTo(channel);
    }
  }

  private static WireMessage graphMessage(
      GraphContent graph, ModelMetadata metadata, String weightsName, Map<String, Long> offsets) {
    WireMessage message = new WireMessage();
    graph.nodes().forEach(node -> message.message(OnnxSchema.Graph.NODE, node));
    message.string(OnnxSchema.Graph.NAME, metadata.name());
    graph
        .initializers()
        .forEach(
            (name, tensor) ->
                message.message(
                    OnnxSchema.Graph.INITIALIZER,
                    initializer(name, tensor, weightsName, offsets.get(name))));
    message.string(OnnxSchema.Graph.DOC_STRING, metadata.doc());
    graph.inputs().forEach(input -> message.message(OnnxSchema.Graph.INPUT, valueInfo(input)));
    graph.outputs().forEach(output -> message.message(OnnxSchema.Graph.OUTPUT, valueInfo(output)));
    return message;
  }

  private static WireMessage initializer(
      String name, Tensor tensor, String weightsName, Long offset) {
    WireMessage message = new WireMessage();
    for (long size : tensor.shape()) {
      message.varint(OnnxSchema.TensorData.DIMS, size);
    }
    message
        .varint(OnnxSchema.TensorData.DATA_TYPE, tensor.type().number())
        .string(OnnxSchema.TensorData.NAME, name);
    if (offset == null) {
      return message.elements(OnnxSchema.TensorData.RAW_DATA, tensor);
    }
    return message
        .message(OnnxSchema.TensorData.EXTERNAL_DATA, entry("location", weightsName))
        .message(OnnxSchema.TensorData.EXTERNAL_DATA, entry("offset", Long.toString(offset)))
        .message(
            OnnxSchema.TensorData.EXTERNAL_DATA, entry("length", Long.toString(tensor.byteCount())))
        .varint(OnnxSchema.TensorData.DATA_LOCATION, OnnxSchema.TensorData.LOCATION_EXTERNAL);
  }

  private static WireMessage valueInfo(TensorInfo info) {
    WireMessage shape = new WireMessage();
    for (String dimension : info.shape()) {
      WireMessage size =
          TensorInfo.isFixed(dimension)
              ? new WireMessage()
                  .varint(OnnxSchema.ValueInfo.DIMENSION_VALUE, Long.parseLong(dimension))
              : new WireMessage().string(OnnxSchema.ValueInfo.DIMENSION_PARAMETER, dimension);
      shape.message(OnnxSchema.ValueInfo.SHAPE_DIMENSION, size);
    }
    WireMessage tensor =
        new WireMessage()
            .varint(OnnxSchema.ValueInfo.TENSOR_ELEMENT_TYPE, info.type().number())
            .message(OnnxSchema.ValueInfo.TENSOR_SHAPE, shape);
    return new WireMessage()
        .string(OnnxSchema.ValueInfo.NAME, info.name())
        .message(
            OnnxSchema.ValueInfo.TYPE,
            new WireMessage().message(OnnxSchema.ValueInfo.TYPE_TENSOR, tensor))
        .string(OnnxSchema.ValueInfo.DOC_STRING, info.doc());
  }

  private static WireMessage entry(String key, String value) {
    return new WireMessage()
        .string(OnnxSchema.StringEntry.KEY, key)
        .string(OnnxSchema.StringEntry.VALUE, value);
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING);
  }
}
