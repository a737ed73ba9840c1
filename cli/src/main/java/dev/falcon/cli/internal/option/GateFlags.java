// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.gate.GateResult;
import dev.falcon.data.gate.JUnitReport;
import dev.falcon.data.gate.MetricGate;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The flags for gates, which are requirements on a result. */
public final class GateFlags {
  @Option(
      names = "--require",
      paramLabel = "GATE",
      showDefaultValue = Visibility.NEVER,
      description =
          "Exit with 1 unless this holds: 'METRIC>=X', 'METRIC<=X' or 'METRIC not-worse-than"
              + " BASELINE'. A value that meets it within its 95 %% interval does not fail. May be"
              + " repeated.")
  private List<String> gates = List.of();

  @Effect(with = "--require")
  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "With --require: also write the gates as JUnit XML.")
  private Path junit;

  /**
   * Parses and returns the gates, before any work.
   *
   * @param inputs files and folders that are read
   */
  public List<MetricGate> gates(OutputOptions output, Collection<Path> inputs) {
    output.requireFile(junit, inputs);
    return gates.stream().map(MetricGate::parse).toList();
  }

  /**
   * Reports the gates.
   *
   * @param suite the command's name
   * @param code the exit code without gates
   * @return 1 if a gate fails, otherwise {@code code}
   */
  public int report(OutputOptions output, String suite, List<GateResult> results, int code) {
    results.forEach(result -> output.note(result.line()));
    if (junit != null) {
      JUnitReport.write(junit, suite, results);
    }
    return results.stream().allMatch(GateResult::holds) ? code : ExitCode.SOFTWARE;
  }
}
