// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.gate;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.report.Markup;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes gates in JUnit's XML format, which continuous-integration systems display; each gate is a
 * test case.
 */
public final class JUnitReport {
  private JUnitReport() {}

  /**
   * Returns the file's text.
   *
   * @param suite the name of the test suite, such as {@code falcon eval report}
   */
  public static String of(String suite, List<GateResult> gates) {
    long failures = gates.stream().filter(gate -> !gate.holds()).count();
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    String name = Markup.escape(suite);
    String counts =
        " tests=\"" + gates.size() + "\" failures=\"" + failures + "\" errors=\"0\" skipped=\"0\"";
    xml.append("<testsuites").append(counts).append(">\n");
    xml.append("  <testsuite name=\"").append(name).append('"').append(counts).append(">\n");
    for (GateResult gate : gates) {
      xml.append("    <testcase classname=\"")
          .append(name)
          .append("\" name=\"")
          .append(Markup.escape(gate.gate()))
          .append("\">\n      ");
      String detail = Markup.escape(gate.detail());
      xml.append(
          gate.holds()
              ? "<system-out>" + detail + "</system-out>"
              : "<failure message=\"" + detail + "\">" + detail + "</failure>");
      xml.append("\n    </testcase>\n");
    }
    return xml.append("  </testsuite>\n</testsuites>\n").toString();
  }

  /** Writes the file. */
  public static void write(Path file, String suite, List<GateResult> gates) {
    AtomicFile.write(file, of(suite, gates));
  }
}
