// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import dev.falcon.onnx.internal.file.GraphFile;
import dev.falcon.onnx.internal.file.GraphFileParser;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.file.Path;
import java.util.List;

/**
 * The description of a graph: its version, its size and its interface.
 *
 * @param file the file, relative to the model folder
 * @param irVersion the version of the file format
 * @param opset the version of the standard operator set; 0 if the file names none
 * @param producer the program that wrote the file; may be empty
 * @param parameters the number of its weights
 * @param externalData the files beside it that hold weights
 * @param inputs its inputs
 * @param outputs its outputs
 */
public record GraphDescription(
    String file,
    long irVersion,
    long opset,
    String producer,
    long parameters,
    List<String> externalData,
    List<TensorSpec> inputs,
    List<TensorSpec> outputs) {

  static GraphDescription of(Path folder, GraphSession session) {
    GraphFile file = GraphFileParser.read(session.file());
    return new GraphDescription(
        folder.relativize(session.file()).toString().replace('\\', '/'),
        file.irVersion(),
        file.opset(),
        file.producer(),
        file.parameters(),
        List.copyOf(file.externalData()),
        session.inputs(),
        session.outputs());
  }
}
