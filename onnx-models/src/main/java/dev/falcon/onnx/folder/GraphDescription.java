package dev.falcon.onnx.folder;

import dev.falcon.onnx.internal.file.GraphFile;
import dev.falcon.onnx.internal.file.GraphFileParser;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.file.Path;
import java.util.List;

/**
 * What a graph offers.
 *
 * @param file the file, from the model folder
 * @param irVersion the version of the file format
 * @param opset the version of the standard operators; 0 where the file names none
 * @param producer the program that wrote it; may be empty
 * @param parameters how many weights it has
 * @param externalData files beside it that hold weights
 * @param inputs what it takes
 * @param outputs what it gives
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
