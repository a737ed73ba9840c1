// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.sample.OwnAnchors;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.onnx.folder.ModelFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A judge's scores, and their use in place of the cosine.
 *
 * @param judge the origin of the scores; a pair without a score is excluded
 * @param uses the uses of the judge's score
 */
public record Judging(Judge judge, Set<Use> uses) {
  /** The uses of a judge's score in place of the cosine. */
  public enum Use {
    /** In margins and bounds. */
    FILTER,
    /** In the order of a list. */
    RANK,
    /** In the score columns for trainers. */
    SCORES
  }

  /** The origin of a judge's scores. */
  public sealed interface Judge permits Table, Model {
    /** Returns the files and folders that are read. */
    List<Path> read();

    /** Returns the inputs for the provenance. */
    List<Provenance.Input> inputs();
  }

  /**
   * Scores in a file.
   *
   * @param file a table {@code query_key, corpus_key, score} or, if images are compared with texts,
   *     {@code image_key, text_key, score}
   */
  public record Table(Path file) implements Judge {
    @Override
    public List<Path> read() {
      return List.of(file);
    }

    @Override
    public List<Provenance.Input> inputs() {
      return List.of(Provenance.Input.of(InputRole.JUDGE, file));
    }
  }

  /**
   * A model that scores an image with a text: the image-text matching model of a folder, or the
   * cosine of its dual encoder. Between two texts, the query's image is scored with the candidate.
   *
   * @param folder the folder of the model
   * @param data the pictures and captions with the keys of the stores
   */
  public record Model(ModelFolder folder, SampleSource data) implements Judge {
    public Model {
      data = OwnAnchors.of(data);
    }

    @Override
    public List<Path> read() {
      List<Path> read = new ArrayList<>(data.files());
      read.add(folder.path());
      return read;
    }

    @Override
    public List<Provenance.Input> inputs() {
      List<Provenance.Input> inputs =
          new ArrayList<>(Provenance.Input.as(InputRole.MODEL, folder.inputs()));
      inputs.addAll(Provenance.Input.as(InputRole.DATA, data.inputs()));
      return inputs;
    }
  }

  public Judging {
    uses = Set.copyOf(uses);
  }

  /** Returns whether the judge is a model, not a table. */
  public boolean isModel() {
    return judge instanceof Model;
  }

  /** Returns the names of the uses, sorted. */
  Set<String> names() {
    Set<String> names = new TreeSet<>();
    uses.forEach(use -> names.add(use.name().toLowerCase(Locale.ROOT)));
    return names;
  }
}
