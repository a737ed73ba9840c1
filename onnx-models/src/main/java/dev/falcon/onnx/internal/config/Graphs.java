// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.file.GraphFileParser;
import dev.falcon.onnx.internal.text.TokenizerFile;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Checks the inputs and outputs of a model folder's graphs. */
public final class Graphs {
  private Graphs() {}

  /** Fails if the graph has an input that cannot be supplied. */
  public static void requireKnownInputs(GraphSession session, Collection<String> known) {
    for (TensorSpec spec : session.inputs()) {
      if (TokenInputs.isCache(spec)) {
        throw new FalconException(
            session.file()
                + ": needs the input "
                + spec
                + ", the cache of a decoder that writes; export the model for feature extraction,"
                + " without its cache");
      }
      if (!known.contains(spec.name())) {
        throw new FalconException(
            session.file()
                + ": needs the input "
                + spec
                + ", which a caption or a picture does not give; export the graph without it");
      }
    }
  }

  /**
   * Returns the output with the first of the preferred names that the graph has, or else its only
   * output of this rank. If the graph also has an output of rank 3, an output of rank 2 must have a
   * preferred name: beside a text model's states, it could be BERT's pooler output, which sentence
   * encoders do not use.
   *
   * @param what the meaning of the output, for messages
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
    boolean besideStates =
        rank == 2 && session.outputs().stream().anyMatch(spec -> spec.rank() == rank + 1);
    if (fitting.size() == 1 && !besideStates) {
      return fitting.get(0);
    }
    throw lacks(session, preferred, rank, what);
  }

  /**
   * Returns the output with the first of the preferred names that the graph has, of rank 2 for one
   * vector per row or of rank 3 for several; or else the graph's only output of rank 2.
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

  /** Returns the failure for a graph without such an output. */
  static FalconException lacks(
      GraphSession session, List<String> preferred, int rank, String what) {
    return new FalconException(
        session.file()
            + ": gives no "
            + what
            + "; expected an output named "
            + String.join(" or ", preferred)
            + " with "
            + rank
            + " dimensions, and the graph's are "
            + session.outputs());
  }

  /**
   * Fails if the tokenizer's ids do not match the number of rows of the graph's embedding table.
   */
  public static void requireVocabulary(GraphSession session, TokenizerFile tokenizer) {
    Optional<Long> rows = GraphFileParser.read(session.file()).embeddingRows("input_ids");
    if (rows.isEmpty()) {
      return;
    }
    int ids = tokenizer.vocabularySize();
    // Tables are often padded to round sizes; a much larger one belongs to another vocabulary.
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
