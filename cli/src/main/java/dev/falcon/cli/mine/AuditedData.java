// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.mining.audit.Auditor;
import dev.falcon.mining.audit.request.AuditResult;
import java.nio.file.Path;
import java.util.Optional;

/** The data of an audit. */
final class AuditedData {
  private AuditedData() {}

  /**
   * Opens the data, read as the audit's record says unless the user says how.
   *
   * @param name null if not named
   */
  static SampleSource open(Path audit, String name, DatasetOptions options) {
    if (name == null) {
      return options.open(BuiltIn.DATASET);
    }
    Path result = audit.resolve(Auditor.RESULT_FILE);
    if (Folders.exists(result)) {
      Optional.ofNullable(Json.read(result, AuditResult.class).provenance())
          .ifPresent(made -> options.readAs(made.options()));
    }
    return options.open(name);
  }
}
