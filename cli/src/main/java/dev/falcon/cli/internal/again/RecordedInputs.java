package dev.falcon.cli.internal.again;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.verify.Verification;
import dev.falcon.mining.label.LabelFolder;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.folder.ModelOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The recorded inputs of an output, in order and at their current paths. Callers take inputs from
 * the front, in the order in which a command reads them.
 */
final class RecordedInputs {
  /** The prefix of generated data, whose options are part of its name. */
  private static final String GENERATED = "scenes:";

  private final Verification found;
  private final List<Provenance.Input> left;

  /**
   * All inputs.
   *
   * @param found the verification, which has found the path of each input
   */
  RecordedInputs(Provenance provenance, Verification found) {
    this.found = found;
    this.left = new ArrayList<>(provenance.inputs());
  }

  int size() {
    return left.size();
  }

  /** Returns whether the second half names the files of the first. */
  boolean isTwiceTheSame() {
    int half = left.size() / 2;
    return left.size() % 2 == 0 && left.subList(0, half).equals(left.subList(half, left.size()));
  }

  /** Takes the first file. */
  Path file() {
    if (left.isEmpty()) {
      throw new RequestException("the provenance names fewer inputs than its command reads");
    }
    Provenance.Input input = left.remove(0);
    return path(input)
        .orElseThrow(
            () -> new RequestException("the provenance names " + input.name() + " as a file"));
  }

  /** Takes the last file. */
  Path lastFile() {
    if (!left.isEmpty()) {
      left.add(0, left.remove(left.size() - 1));
    }
    return file();
  }

  /** Takes the first file, if there is one. */
  Optional<Path> maybeFile() {
    return left.isEmpty() ? Optional.empty() : Optional.of(file());
  }

  /** Refuses inputs for which the command has no use. */
  void requireNone() {
    if (!left.isEmpty()) {
      throw new RequestException(
          "the provenance has an input whose part is not known: " + left.get(0).name());
    }
  }

  /**
   * Returns the number of inputs before the first file of a store; all inputs if there is no store.
   */
  int beforeStore() {
    for (int i = 0; i < left.size(); i++) {
      if (isOfStore(left.get(i), "")) {
        return i;
      }
    }
    return left.size();
  }

  /**
   * Takes the files of a store, if they come first.
   *
   * @param prefix the prefix of the names of its files, such as {@code corpus/}
   */
  Optional<Path> store(String prefix) {
    Optional<Path> folder = Optional.empty();
    while (!left.isEmpty() && isOfStore(left.get(0), prefix)) {
      Provenance.Input input = left.remove(0);
      if (folder.isEmpty()) {
        folder = path(input).map(path -> root(path, input.name()));
      }
      if (input.name().equals(prefix + StoreManifest.FILE_NAME)) {
        break; // the manifest stands for the whole store
      }
    }
    return folder;
  }

  /**
   * Returns whether an input is a file of a store: the manifest of one of Falcon's own stores, or a
   * file in a folder of another tool's.
   */
  private static boolean isOfStore(Provenance.Input input, String prefix) {
    String name = input.name();
    if (!name.startsWith(prefix)) {
      return false;
    }
    String own = name.substring(prefix.length());
    return own.equals(StoreManifest.FILE_NAME) || own.matches("(img_emb|text_emb|metadata)/.*");
  }

  /**
   * Takes the files of a model, wherever they are in the list.
   *
   * @return the model's folder; empty if no folder of the found inputs is a model with exactly
   *     these files
   */
  Optional<Path> model(ModelOptions options) {
    Set<Path> roots = new LinkedHashSet<>();
    for (Provenance.Input input : left) {
      path(input).ifPresent(path -> roots.add(root(path, input.name())));
    }
    for (Path root : roots) {
      List<Provenance.Input> files = filesOf(root, options);
      int at = files.isEmpty() ? -1 : Collections.indexOfSubList(left, files);
      if (at >= 0) {
        left.subList(at, at + files.size()).clear();
        return Optional.of(root);
      }
    }
    return Optional.empty();
  }

  /** Returns the files of a model; none if the folder is not a model. */
  private static List<Provenance.Input> filesOf(Path folder, ModelOptions options) {
    try {
      return ModelFolder.open(folder, options).inputs();
    } catch (FalconException e) {
      return List.of();
    }
  }

  /** Takes a folder of labels, if it comes first. */
  Optional<Path> labels() {
    if (left.isEmpty() || !left.get(0).name().equals(LabelFolder.ORDER_FILE)) {
      return Optional.empty();
    }
    Path folder = path(left.get(0)).orElseThrow().toAbsolutePath().getParent();
    left.subList(0, Math.min(left.size(), LabelFolder.open(folder).inputs().size())).clear();
    return Optional.of(folder);
  }

  /**
   * Takes the files of a dataset.
   *
   * @param count the number of the next inputs that belong to the dataset
   * @return the name of the dataset: a folder if it contains exactly these files, or else the files
   */
  String dataset(int count) {
    if (count < 1 || count > left.size()) {
      throw new RequestException("the provenance names no data");
    }
    List<Provenance.Input> taken = List.copyOf(left.subList(0, count));
    left.subList(0, count).clear();
    if (taken.get(0).name().startsWith(GENERATED)) {
      return taken.get(0).name();
    }
    List<Path> files = taken.stream().map(input -> path(input).orElseThrow()).toList();
    Path folder = files.get(0).toAbsolutePath().getParent();
    return isAllOf(folder, files)
        ? folder.toString()
        : files.stream().map(Path::toString).collect(Collectors.joining("::"));
  }

  /** Takes all inputs; returns the folder that contains those in subfolders. */
  Path folderAbove() {
    Path above =
        left.stream()
            .filter(input -> input.name().contains("/"))
            .flatMap(input -> path(input).map(path -> root(path, input.name())).stream())
            .findFirst()
            .orElseThrow(() -> new RequestException("the provenance names no data in a folder"));
    left.clear();
    return above;
  }

  /**
   * Returns the number of inputs that are taken to belong to one dataset if nothing else determines
   * it: those in the same folder and with the same extension as the first.
   */
  int likeFirst() {
    Optional<Path> first = left.isEmpty() ? Optional.empty() : path(left.get(0));
    int count = Math.min(1, left.size());
    while (first.isPresent()
        && count < left.size()
        && path(left.get(count)).filter(path -> isLike(path, first.get())).isPresent()) {
      count++;
    }
    return count;
  }

  private static boolean isLike(Path one, Path other) {
    return one.toAbsolutePath().getParent().equals(other.toAbsolutePath().getParent())
        && extension(one).equals(extension(other));
  }

  private static String extension(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static boolean isAllOf(Path folder, List<Path> files) {
    try {
      List<Path> all = SampleSources.open(folder.toString()).files();
      return all.stream()
          .map(Path::toAbsolutePath)
          .toList()
          .equals(files.stream().map(Path::toAbsolutePath).toList());
    } catch (FalconException e) {
      return false; // from several datasets
    }
  }

  private Optional<Path> path(Provenance.Input input) {
    return found.path(input);
  }

  /** Returns the folder relative to which a file has the recorded name. */
  private static Path root(Path file, String name) {
    Path at = file.toAbsolutePath();
    Path named = Path.of(name);
    for (int i = named.getNameCount() - 1; i >= 0; i--) {
      if (!at.getFileName().equals(named.getName(i))) {
        break; // a name that the folder has only in the record
      }
      at = at.getParent();
    }
    return at;
  }
}
