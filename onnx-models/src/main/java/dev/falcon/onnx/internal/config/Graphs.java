package dev.falcon.onnx.internal.config;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.file.GraphFileParser;
import dev.falcon.onnx.internal.tensor.Tensors;
import dev.falcon.onnx.internal.tokenizer.TokenizerFile;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What is expected of the graphs of a model folder. */
public final class Graphs {
  private Graphs() {}

  /** Fails where the graph wants an input that nobody can fill. */
  public static void requireKnownInputs(GraphSession session, Collection<String> known) {
    for (TensorSpec spec : session.inputs()) {
      if (!known.contains(spec.name())) {
        throw new FalconException(
            session.file()
                + ": wants the input "
                + spec
                + ", which a caption or a picture does not give; export the graph without it");
      }
    }
  }

  /**
   * The output of the first preferred name that the graph has, else its only output of that rank.
   *
   * @param what the output's meaning, for the message
   */
  public static TensorSpec output(
      GraphSession session, List<String> preferred, int rank, String what) {
    for (String name : preferred) {
      Optional<TensorSpec> output = session.output(name).filter(spec -> spec.rank() == rank);
      if (output.isPresent()) {
        return output.get();
      }
    }
    List<TensorSpec> fitting =
        session.outputs().stream()
            .filter(spec -> spec.rank() == rank && Tensors.isFloat(spec))
            .toList();
    if (fitting.size() == 1) {
      return fitting.get(0);
    }
    throw lacks(session, preferred, rank, what);
  }

  /**
   * The output of the first preferred name that the graph has with one or with several vectors a
   * row, rank 2 or 3, else its only output of rank 2.
   */
  public static TensorSpec vectors(GraphSession session, List<String> preferred, String what) {
    for (String name : preferred) {
      Optional<TensorSpec> output =
          session.output(name).filter(spec -> spec.rank() == 2 || spec.rank() == 3);
      if (output.isPresent()) {
        return output.get();
      }
    }
    return output(session, preferred, 2, what);
  }

  private static FalconException lacks(
      GraphSession session, List<String> preferred, int rank, String what) {
    return new FalconException(
        session.file()
            + ": gives no "
            + what
            + "; right would be an output named "
            + String.join(" or ", preferred)
            + " with "
            + rank
            + " dimensions, and the graph's are "
            + session.outputs());
  }

  /** Fails where the tokenizer's ids and the rows of the graph's embedding do not fit. */
  public static void requireVocabulary(GraphSession session, TokenizerFile tokenizer) {
    Optional<Long> rows = GraphFileParser.read(session.file()).embeddingRows("input_ids");
    if (rows.isEmpty()) {
      return;
    }
    int ids = tokenizer.vocabularySize();
    // Tables are padded to round sizes; a table much larger is another vocabulary's.
    if (ids > rows.get() || rows.get() - ids > MOST_PADDING) {
      throw new FalconException(
          tokenizer.file()
              + ": has "
              + ids
              + " tokens, but "
              + session.file()
              + " embeds "
              + rows.get()
              + "; the tokenizer is not this model's");
    }
  }

  private static final int MOST_PADDING = 1024;
}
