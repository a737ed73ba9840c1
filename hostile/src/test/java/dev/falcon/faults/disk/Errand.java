// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import dev.falcon.cli.Cli;
import dev.falcon.data.FalconException;
import dev.falcon.faults.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Something small that Falcon does with files. */
sealed interface Errand {
  Path HOME = Path.of(System.getProperty("falcon.home"));

  /** Of the folder of what it writes. */
  String name();

  /** Whose output it works in; empty for a folder of its own. */
  String place();

  /**
   * Does it.
   *
   * @param inputs what the errands before this one have written, undisturbed
   * @param output the folder to write
   */
  Launch.End run(Path inputs, Path output);

  /**
   * A command in its small form.
   *
   * @param words the command line, with the folders of Falcon, of inputs and of outputs in braces
   */
  record Command(String name, String place, String words) implements Errand {
    @Override
    public Launch.End run(Path inputs, Path output) {
      List<String> command = new ArrayList<>();
      for (String word : words.strip().split("\\s+", -1)) {
        command.add(
            word.replace("{home}", HOME.toString())
                .replace("{in}", inputs.toString())
                .replace("{out}", output.toString()));
      }
      command.add("--quiet");
      Cli.Result result = Cli.launch(command.toArray());
      return new Launch.End(result.exitCode(), Launch.withoutNotes(result.errors().lines()));
    }
  }

  /** A call of the library, for what no small command does. */
  record Call(String name, Body body) implements Errand {
    /** What is called. */
    @FunctionalInterface
    interface Body {
      void run(Path inputs, Path output) throws IOException;
    }

    @Override
    public String place() {
      return "";
    }

    @Override
    public Launch.End run(Path inputs, Path output) {
      try {
        body.run(inputs, output);
        return new Launch.End(0, "");
      } catch (FalconException e) {
        return new Launch.End(1, e.getMessage() + "\n");
      } catch (IOException | RuntimeException e) {
        return new Launch.End(1, "this is a bug: " + e + "\n");
      }
    }
  }
}
