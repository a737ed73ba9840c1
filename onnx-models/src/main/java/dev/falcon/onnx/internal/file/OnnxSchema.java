// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.file;

/**
 * The field numbers of ONNX's protocol buffers that Falcon writes and reads, by the schema's names.
 */
public final class OnnxSchema {
  /** The IR version that is written. */
  public static final int IR_VERSION = 9;

  /** The operator set version that is written; it includes Gelu and LayerNormalization. */
  public static final int OPSET_VERSION = 20;

  private OnnxSchema() {}

  /** A whole file. */
  public static final class Model {
    public static final int IR_VERSION = 1;
    public static final int PRODUCER_NAME = 2;
    public static final int PRODUCER_VERSION = 3;
    public static final int DOC_STRING = 6;
    public static final int GRAPH = 7;
    public static final int OPSET_IMPORT = 8;
    public static final int METADATA_PROPS = 14;
    public static final int FUNCTIONS = 25;

    private Model() {}
  }

  /** A set of operators. */
  public static final class OperatorSet {
    public static final int DOMAIN = 1;
    public static final int VERSION = 2;

    private OperatorSet() {}
  }

  /** A key and a value. */
  public static final class StringEntry {
    public static final int KEY = 1;
    public static final int VALUE = 2;

    private StringEntry() {}
  }

  /** A graph. */
  public static final class Graph {
    public static final int NODE = 1;
    public static final int NAME = 2;
    public static final int INITIALIZER = 5;
    public static final int DOC_STRING = 10;
    public static final int INPUT = 11;
    public static final int OUTPUT = 12;
    public static final int SPARSE_INITIALIZER = 15;

    private Graph() {}
  }

  /** A function: an operator composed of others. */
  public static final class Function {
    public static final int NODE = 7;

    private Function() {}
  }

  /** A node. */
  public static final class Node {
    public static final int INPUT = 1;
    public static final int OUTPUT = 2;
    public static final int NAME = 3;
    public static final int OP_TYPE = 4;
    public static final int ATTRIBUTE = 5;

    private Node() {}
  }

  /** An attribute of a node. */
  public static final class Attribute {
    public static final int NAME = 1;
    public static final int F = 2;
    public static final int I = 3;
    public static final int S = 4;
    public static final int T = 5;
    public static final int G = 6;
    public static final int INTS = 8;
    public static final int TENSORS = 10;
    public static final int GRAPHS = 11;
    public static final int TYPE = 20;
    public static final int SPARSE_TENSOR = 22;
    public static final int SPARSE_TENSORS = 23;

    public static final int TYPE_FLOAT = 1;
    public static final int TYPE_INT = 2;
    public static final int TYPE_STRING = 3;
    public static final int TYPE_INTS = 7;

    private Attribute() {}
  }

  /** An input or output with its type, which nests as type, tensor type, shape, dimension. */
  public static final class ValueInfo {
    public static final int NAME = 1;
    public static final int TYPE = 2;
    public static final int DOC_STRING = 3;

    public static final int TYPE_TENSOR = 1;
    public static final int TENSOR_ELEMENT_TYPE = 1;
    public static final int TENSOR_SHAPE = 2;
    public static final int SHAPE_DIMENSION = 1;
    public static final int DIMENSION_VALUE = 1;
    public static final int DIMENSION_PARAMETER = 2;

    private ValueInfo() {}
  }

  /** A constant tensor. */
  public static final class TensorData {
    public static final int DIMS = 1;
    public static final int DATA_TYPE = 2;
    public static final int NAME = 8;
    public static final int RAW_DATA = 9;
    public static final int EXTERNAL_DATA = 13;
    public static final int DATA_LOCATION = 14;

    public static final int LOCATION_EXTERNAL = 1;

    private TensorData() {}
  }

  /** A constant tensor stored sparsely. */
  public static final class SparseTensor {
    public static final int VALUES = 1;
    public static final int INDICES = 2;

    private SparseTensor() {}
  }

  /** The types of elements. */
  public static final class DataType {
    public static final int FLOAT = 1;
    public static final int INT32 = 6;
    public static final int INT64 = 7;
    public static final int STRING = 8;
    public static final int BOOL = 9;
    public static final int UINT32 = 12;
    public static final int UINT64 = 13;

    private DataType() {}
  }
}
