// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import dev.falcon.data.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A request for a comparison.
 *
 * @param comparison the plan
 * @param chosen the runs to make, and the settings that they share
 * @param jobs the number of runs that train at a time, each in its own process; 0 to run nothing
 *     and read existing results
 * @param out the folder of all runs and tables
 * @param overwrite whether runs of another configuration or version are discarded and made again
 * @param despiteGate whether all variants run although the comparison's gate is closed
 * @param evaluation evaluates every finished run's checkpoint by item; empty for none
 * @param processes the command line of a run's process
 * @param watch the receivers of reports, and the condition that stops the comparison
 */
public record ComparisonRequest(
    Comparison comparison,
    Chosen chosen,
    int jobs,
    Path out,
    boolean overwrite,
    boolean despiteGate,
    Optional<ItemEvaluation> evaluation,
    Processes processes,
    Watch watch) {

  /**
   * The runs to make, and the settings that they share.
   *
   * @param config a configuration file that all runs build on; empty for the comparison's preset
   * @param overrides keys that all runs share, as {@code key=value}, which override the
   *     comparison's own
   * @param only the names of the variants to run; empty for all
   * @param seeds the number of seeds of every variant; 0 for the comparison's own numbers
   */
  public record Chosen(
      Optional<Path> config, List<String> overrides, List<String> only, int seeds) {
    /** All runs, with the comparison's own settings. */
    public static final Chosen ALL = new Chosen(Optional.empty(), List.of(), List.of(), 0);
  }

  /** Evaluates the checkpoint of a run on a suite of items that is made of Scenes. */
  @FunctionalInterface
  public interface ItemEvaluation {
    /**
     * Evaluates a run.
     *
     * @param run the run's folder
     * @param scenes the dataset of which the items are made, such as {@code scenes:test}
     * @param out the folder to write: results of a suite in {@code contrast}, and in {@code
     *     matching} if the run's network can match
     */
    void evaluate(Path run, String scenes, Path out);
  }

  /**
   * The receivers of a comparison's reports, and the condition that stops it.
   *
   * @param progress receives every run's progress
   * @param notes receives messages for the user
   * @param stop polled throughout; once true, the running runs are saved and the comparison ends
   */
  public record Watch(Progress progress, Consumer<String> notes, BooleanSupplier stop) {}

  /**
   * The command line of a run's process: that of a JVM, to which a {@code falcon} command line is
   * appended.
   *
   * @param command the JVM, its flags and Falcon's main class
   * @param classPath the class path, which is passed in the environment, since ONNX Runtime fails
   *     if a command line exceeds 4 KB
   */
  public record Processes(List<String> command, String classPath) {}
}
