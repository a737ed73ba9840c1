// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileReadsTest {
  @Test
  void aFileThatCannotBeClosedIsNamed() {
    assertThatThrownBy(
            () ->
                FileReads.close(
                    Path.of("a.tar"),
                    () -> {
                      throw new IOException("Input/output error");
                    }))
        .isInstanceOf(FalconException.class)
        .hasMessage("a.tar: cannot be closed: Input/output error");
  }
}
