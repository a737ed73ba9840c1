// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.file;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads {@link GraphFile} from the bytes of an ONNX ModelProto, by the field numbers of onnx.proto.
 */
public final class GraphFileParser {
  /** The element types of shapes and switches, which do not count as weights. */
  private static final Set<Integer> NOT_WEIGHTS =
      Set.of(
          OnnxSchema.DataType.INT32,
          OnnxSchema.DataType.INT64,
          OnnxSchema.DataType.STRING,
          OnnxSchema.DataType.BOOL,
          OnnxSchema.DataType.UINT32,
          OnnxSchema.DataType.UINT64);

  /**
   * The maximum depth of nested graphs. ONNX Runtime reads messages that are nested up to 100 deep,
   * three for every graph.
   */
  private static final int MAX_NESTED_GRAPHS = 33;

  private final Path file;
  private final SortedMap<String, Long> opsets = new TreeMap<>();
  private final Map<String, List<Long>> initializers = new HashMap<>();
  private final List<GraphFile.Node> nodes = new ArrayList<>();
  private final SortedSet<String> externalData = new TreeSet<>();
  private int graphsOpen;
  private long irVersion;
  private String producer = "";
  private long parameters;

  private GraphFileParser(Path file) {
    this.file = file;
  }

  /** Reads a file's structure; fails if it is not an ONNX model. */
  public static GraphFile read(Path file) {
    if (!Folders.isFile(file)) {
      throw new FalconException(file + ": there is no such file");
    }
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      if (size > Integer.MAX_VALUE) {
        throw new FalconException(
            file
                + ": not an ONNX model: one file holds at most 2 GiB, this has "
                + size
                + " bytes");
      }
      ByteBuffer bytes =
          size == 0 ? ByteBuffer.allocate(0) : channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
      return new GraphFileParser(file).parse(bytes);
    } catch (MalformedProtoException e) {
      throw new FalconException(file + ": not an ONNX model: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private GraphFile parse(ByteBuffer bytes) {
    ProtoReader model = new ProtoReader(bytes);
    boolean hasGraph = false;
    for (int field = model.next(); field != 0; field = model.next()) {
      switch (field) {
        case OnnxSchema.Model.IR_VERSION -> irVersion = model.varint();
        case OnnxSchema.Model.PRODUCER_NAME -> producer = model.string();
        case OnnxSchema.Model.GRAPH -> {
          graph(model.message(), true);
          hasGraph = true;
        }
        case OnnxSchema.Model.OPSET_IMPORT -> opset(model.message());
        case OnnxSchema.Model.FUNCTIONS -> function(model.message());
        default -> model.skip();
      }
    }
    if (!hasGraph || irVersion == 0) {
      throw new MalformedProtoException(hasGraph ? "it states no version" : "it has no graph");
    }
    return new GraphFile(
        file,
        irVersion,
        producer,
        Collections.unmodifiableSortedMap(opsets),
        parameters,
        Collections.unmodifiableMap(initializers),
        List.copyOf(nodes),
        Collections.unmodifiableSortedSet(externalData));
  }

  private void opset(ProtoReader opset) {
    String domain = "";
    long version = 0;
    for (int field = opset.next(); field != 0; field = opset.next()) {
      switch (field) {
        case OnnxSchema.OperatorSet.DOMAIN -> domain = opset.string();
        case OnnxSchema.OperatorSet.VERSION -> version = opset.varint();
        default -> opset.skip();
      }
    }
    opsets.put(domain.isEmpty() ? "ai.onnx" : domain, version);
  }

  private void function(ProtoReader function) {
    for (int field = function.next(); field != 0; field = function.next()) {
      if (field == OnnxSchema.Function.NODE) {
        node(function.message(), false);
      } else {
        function.skip();
      }
    }
  }

  private void graph(ProtoReader graph, boolean main) {
    if (++graphsOpen > MAX_NESTED_GRAPHS) {
      throw new MalformedProtoException(
          "graphs within graphs, more than " + MAX_NESTED_GRAPHS + " deep");
    }
    for (int field = graph.next(); field != 0; field = graph.next()) {
      switch (field) {
        case OnnxSchema.Graph.NODE -> node(graph.message(), main);
        case OnnxSchema.Graph.INITIALIZER -> tensor(graph.message(), main);
        case OnnxSchema.Graph.SPARSE_INITIALIZER -> sparseTensor(graph.message());
        default -> graph.skip();
      }
    }
    graphsOpen--;
  }

  private void node(ProtoReader node, boolean main) {
    List<String> inputs = new ArrayList<>();
    List<String> outputs = new ArrayList<>();
    String operator = "";
    for (int field = node.next(); field != 0; field = node.next()) {
      switch (field) {
        case OnnxSchema.Node.INPUT -> inputs.add(node.string());
        case OnnxSchema.Node.OUTPUT -> outputs.add(node.string());
        case OnnxSchema.Node.OP_TYPE -> operator = node.string();
        case OnnxSchema.Node.ATTRIBUTE -> attribute(node.message());
        default -> node.skip();
      }
    }
    if (main) {
      nodes.add(new GraphFile.Node(operator, List.copyOf(inputs), List.copyOf(outputs)));
    }
  }

  private void attribute(ProtoReader attribute) {
    for (int field = attribute.next(); field != 0; field = attribute.next()) {
      switch (field) {
        case OnnxSchema.Attribute.T, OnnxSchema.Attribute.TENSORS ->
            tensor(attribute.message(), false);
        case OnnxSchema.Attribute.G, OnnxSchema.Attribute.GRAPHS ->
            graph(attribute.message(), false);
        case OnnxSchema.Attribute.SPARSE_TENSOR, OnnxSchema.Attribute.SPARSE_TENSORS ->
            sparseTensor(attribute.message());
        default -> attribute.skip();
      }
    }
  }

  private void sparseTensor(ProtoReader sparse) {
    for (int field = sparse.next(); field != 0; field = sparse.next()) {
      if (field == OnnxSchema.SparseTensor.VALUES || field == OnnxSchema.SparseTensor.INDICES) {
        tensor(sparse.message(), false);
      } else {
        sparse.skip();
      }
    }
  }

  private void tensor(ProtoReader tensor, boolean initializer) {
    List<Long> shape = new ArrayList<>();
    int type = 0;
    String name = "";
    for (int field = tensor.next(); field != 0; field = tensor.next()) {
      switch (field) {
        case OnnxSchema.TensorData.DIMS -> dimensions(tensor, shape);
        case OnnxSchema.TensorData.DATA_TYPE -> type = (int) tensor.varint();
        case OnnxSchema.TensorData.NAME -> name = tensor.string();
        case OnnxSchema.TensorData.EXTERNAL_DATA -> externalEntry(tensor.message());
        default -> tensor.skip();
      }
    }
    if (initializer) {
      initializers.put(name, List.copyOf(shape));
    }
    if (!NOT_WEIGHTS.contains(type)) {
      parameters += shape.stream().mapToLong(Long::longValue).reduce(1, (a, b) -> a * b);
    }
  }

  private static void dimensions(ProtoReader tensor, List<Long> shape) {
    if (tensor.wireType() == ProtoReader.VARINT) {
      shape.add(tensor.varint());
      return;
    }
    ProtoReader packed = tensor.message();
    while (packed.hasRemaining()) {
      shape.add(packed.varint());
    }
  }

  private void externalEntry(ProtoReader entry) {
    String key = "";
    String value = "";
    for (int field = entry.next(); field != 0; field = entry.next()) {
      switch (field) {
        case OnnxSchema.StringEntry.KEY -> key = entry.string();
        case OnnxSchema.StringEntry.VALUE -> value = entry.string();
        default -> entry.skip();
      }
    }
    if (key.equals("location")) {
      externalData.add(value);
    }
  }
}
