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
 * @param chosen its runs, and what they share
 * @param jobs number of runs that train at a time, each in its own process; 0 runs nothing and
 *     reads what exists
 * @param out the folder of all runs and tables
 * @param overwrite whether runs of another configuration or version are discarded and repeated
 * @param despiteGate whether all variants run although the comparison's gate is closed
 * @param processes how a run's process is started
 * @param watch where it is reported, and what stops it
 */
public record ComparisonRequest(
    Comparison comparison,
    Chosen chosen,
    int jobs,
    Path out,
    boolean overwrite,
    boolean despiteGate,
    Processes processes,
    Watch watch) {

  /**
   * The runs of a comparison that are made, and what they share.
   *
   * @param config a configuration file that all runs build on; empty for the comparison's preset
   * @param overrides keys that all runs share, {@code key=value}, above the comparison's own
   * @param only names of the variants that are run; empty for all
   * @param seeds number of seeds of every variant; 0 for the comparison's own numbers
   */
  public record Chosen(
      Optional<Path> config, List<String> overrides, List<String> only, int seeds) {
    /** All runs, as the comparison has them. */
    public static final Chosen ALL = new Chosen(Optional.empty(), List.of(), List.of(), 0);
  }

  /**
   * The reports of a comparison, and its end.
   *
   * @param progress receives every run's progress
   * @param notes receives messages for the user
   * @param stop polled throughout; once true, the running runs are saved and the comparison ends
   */
  public record Watch(Progress progress, Consumer<String> notes, BooleanSupplier stop) {}

  /**
   * How a run's process is started: a JVM's command line, to which a {@code falcon} command line is
   * appended.
   *
   * @param command the JVM, its flags and Falcon's entry
   * @param classPath passed by the environment, since ONNX Runtime fails when a command line
   *     exceeds 4 KB
   */
  public record Processes(List<String> command, String classPath) {}
}
