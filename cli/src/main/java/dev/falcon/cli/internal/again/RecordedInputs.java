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
 * The recorded inputs of an output in their order, where they lie now. Callers take from the front
 * what a command reads first.
 */
final class RecordedInputs {
  /** The option of {@code scenes:} data stands in its name. */
  private static final String GENERATED = "scenes:";

  private final Verification found;
  private final List<Provenance.Input> left;

  /**
   * All inputs.
   *
   * @param found where each of them lies
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

  /** The number of inputs before the first file of a store; all where there is no store. */
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
   * @param prefix before the names of its files, such as {@code corpus/}
   */
  Optional<Path> store(String prefix) {
    Optional<Path> folder = Optional.empty();
    while (!left.isEmpty() && isOfStore(left.get(0), prefix)) {
      Provenance.Input input = left.remove(0);
      if (folder.isEmpty()) {
        folder = path(input).map(path -> root(path, input.name()));
      }
      if (input.name().equals(prefix + StoreManifest.FILE_NAME)) {
        break; // the manifest is all of a store
      }
    }
    return folder;
  }

  /** A store of Falcon's is its manifest; of others, files in folders. */
  private static boolean isOfStore(Provenance.Input input, String prefix) {
    String name = input.name();
    if (!name.startsWith(prefix)) {
      return false;
    }
    String own = name.substring(prefix.length());
    return own.equals(StoreManifest.FILE_NAME) || own.matches("(img_emb|text_emb|metadata)/.*");
  }

  /**
   * Takes the files of a model from any place.
   *
   * @return its folder; empty where no folder of the found inputs is a model with just these files
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

  /** The files of a model; none of a folder that is no model. */
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
   * @param count how many of the next inputs are its
   * @return the words that name it: a folder if it holds just these, or else its files
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

  /** Takes all inputs; returns the folder below which those of folders lie. */
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
   * The number of inputs that are a dataset's where nothing follows that says so: those like the
   * first, in its folder and with its extension.
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
      return false; // of several datasets
    }
  }

  private Optional<Path> path(Provenance.Input input) {
    return found.path(input);
  }

  /** The folder below which a file has the recorded name. */
  private static Path root(Path file, String name) {
    Path at = file.toAbsolutePath();
    Path named = Path.of(name);
    for (int i = named.getNameCount() - 1; i >= 0; i--) {
      if (!at.getFileName().equals(named.getName(i))) {
        break; // a name given to the folder in the record alone
      }
      at = at.getParent();
    }
    return at;
  }
}
