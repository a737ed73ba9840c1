package dev.falcon.training.comparison.design;

import dev.falcon.data.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A comparison that is asked for.
 *
 * @param comparison what is compared
 * @param config a configuration file that all runs build on; empty for the comparison's preset
 * @param overrides keys that all runs share, {@code key=value}, above the comparison's own
 * @param only names of the variants that are run; empty for all
 * @param seeds how many seeds every variant has; 0 for the comparison's numbers
 * @param jobs how many runs train at a time, each in a process of its own; 0 runs nothing and reads
 *     what is there
 * @param out the folder of all runs and tables
 * @param overwrite whether runs of another configuration or version are thrown away and made anew
 * @param despiteGate whether all is run though the comparison's gate is closed
 * @param processes how a run's process is started
 * @param progress is told of every run
 * @param notes is told what the user should know
 * @param stop looked at all the time; once true, the runs under way are saved and it ends
 */
public record ComparisonRequest(
    Comparison comparison,
    Optional<Path> config,
    List<String> overrides,
    List<String> only,
    int seeds,
    int jobs,
    Path out,
    boolean overwrite,
    boolean despiteGate,
    Processes processes,
    Progress progress,
    Consumer<String> notes,
    BooleanSupplier stop) {

  /**
   * How a run's process is started: a JVM whose command line goes on with that of {@code falcon}.
   *
   * @param command the JVM, its flags and Falcon's entry
   * @param classPath passed by the environment, since ONNX Runtime fails where a command line is
   *     longer than 4 KB
   */
  public record Processes(List<String> command, String classPath) {}
}
