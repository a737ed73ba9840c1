// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.mining.MiningEngine;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkFiles;

/**
 * The files that the driver itself reads: a list of vetoes and a scheduler's graph. In cluster
 * mode, the driver does not run on the machine that submits the application, and Spark copies the
 * files of {@code spark.files} into a folder on the driver's machine. A file that is named by a URI
 * is read by the cluster's Hadoop.
 */
public final class DriverFiles implements AutoCloseable {
  /** A URI. Its scheme has at least two letters, since a single letter is a drive. */
  private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  private final Storage storage;
  private final boolean elsewhere;
  private final List<Path> folders;
  private final Consumer<String> notes;
  private final List<Path> temporary = new ArrayList<>();

  /**
   * Creates the files of a driver.
   *
   * @param elsewhere whether the driver may not run on the machine that submits the application
   * @param folders the folders into which Spark may have copied files
   * @param notes receives a message for each file that was found in another place than named
   */
  DriverFiles(Storage storage, boolean elsewhere, List<Path> folders, Consumer<String> notes) {
    this.storage = storage;
    this.elsewhere = elsewhere;
    this.folders = folders;
    this.notes = notes;
  }

  /** Returns the files of the driver that runs in this process. */
  public static DriverFiles of(SparkConf conf, Storage storage, Consumer<String> notes) {
    Path copied = Path.of(SparkFiles.getRootDirectory());
    boolean cluster = "cluster".equals(conf.get("spark.submit.deployMode", ""));
    boolean pod = conf.getBoolean("spark.kubernetes.submitInDriver", false);
    // YARN copies into the driver's own folder, which in client mode is the user's.
    return new DriverFiles(
        storage, cluster || pod, cluster ? List.of(copied, Path.of("")) : List.of(copied), notes);
  }

  /**
   * Returns the options of a request, with files that this process can read.
   *
   * @throws RequestException if a file does not exist; the message says how to provide it
   */
  public MiningOptions located(MiningEngine.Request request) {
    MiningOptions options = request.options();
    Optional<String> veto =
        options.constraints().veto().map(path -> request.veto().orElse(path.toString()));
    MiningOptions found =
        options.withConstraints(options.constraints().withVeto(veto.map(this::located)));
    if (!(options.policy() instanceof QuantilePolicy.Scheduled scheduled)
        || scheduled.graph().isEmpty()) {
      return found;
    }
    String graph = request.scheduler().orElse(scheduled.graph().get().toString());
    Composition composition = options.composition();
    return found.withComposition(
        new Composition(
            QuantilePolicy.Scheduled.of(located(graph), scheduled.draw()),
            composition.level(),
            composition.warp(),
            composition.runLength()));
  }

  /** Returns a local file for a path or URI. */
  Path located(String file) {
    if (URI.matcher(file).matches()) {
      return ofUri(file);
    }
    Path named = Path.of(file);
    if (Folders.exists(named)) {
      return named;
    }
    for (Path folder : folders) {
      Path copied = folder.resolve(named.getFileName());
      if (Folders.exists(copied)) {
        notes.accept(file + ": is not on the machine of the driver; read from spark.files");
        return copied;
      }
    }
    throw absent(file, file);
  }

  private Path ofUri(String uri) {
    Path local = storage.local(uri);
    if (!storage.exists(uri)) {
      throw absent(uri, local == null ? "" : local.toString());
    }
    if (local != null) {
      return local;
    }
    Path folder = LocalDisks.folder("falcon-driver-");
    temporary.add(folder);
    Path to = folder.resolve(uri.substring(uri.lastIndexOf('/') + 1)); // provenance has its name
    storage.fetch(uri, to);
    return to;
  }

  /**
   * Returns the failure to throw for a file that does not exist.
   *
   * @param local the file's path, if it may be on the machine that submits the application;
   *     otherwise empty
   */
  private RequestException absent(String file, String local) {
    return new RequestException(
        file
            + (elsewhere && !local.isEmpty()
                ? ": is not on the machine of the driver; give it to spark-submit, too, as spark.files="
                    + local
                : ": there is no such file or folder"));
  }

  @Override
  public void close() {
    temporary.forEach(Folders::delete);
  }
}
