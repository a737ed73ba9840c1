// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import dev.falcon.data.BuildInfo;
import picocli.CommandLine.IVersionProvider;

/** The output of {@code falcon --version}. */
public final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    BuildInfo build = BuildInfo.current();
    return new String[] {
      "falcon " + build.version() + " (" + build.commit() + "), Java " + Runtime.version()
    };
  }
}
