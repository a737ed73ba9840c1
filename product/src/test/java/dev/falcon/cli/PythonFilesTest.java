// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The Python files that users copy, by their own tests and against Falcon's. The property {@code
 * falcon.python} names another interpreter than {@code python3}; parts that want a library that it
 * has not are skipped.
 */
class PythonFilesTest {
  private static final Path SOURCES = Path.of(System.getProperty("falcon.home"), "python");

  @TempDir private Path folder;

  /** What a run of the interpreter has said, and how it ended. */
  private record Run(int exitCode, String output) {}

  private Run python(String... arguments) throws IOException, InterruptedException {
    String[] command = new String[arguments.length + 2];
    command[0] = System.getProperty("falcon.python", "python3");
    command[1] = "-B";
    System.arraycopy(arguments, 0, command, 2, arguments.length);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PYTHONPATH", SOURCES.toString());
    builder.environment().put("FALCON_COMMAND", launcher().toString());
    Process process = builder.directory(folder.toFile()).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return new Run(process.waitFor(), output);
  }

  /** A program that runs the classes under test, as the launcher would. */
  private Path launcher() throws IOException, InterruptedException {
    Path program = folder.resolve("falcon");
    FastStart falcon = FastStart.get();
    Files.writeString(
        program,
        "#!/bin/sh\nCLASSPATH='%s' exec %s dev.falcon.cli.Main \"$@\"\n"
            .formatted(falcon.classPath(), falcon.inShell()));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  /** How many tests there are, so that none is left out because a file does not load. */
  private static long written() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files
          .filter(file -> file.getFileName().toString().matches("test_.*\\.py"))
          .mapToLong(PythonFilesTest::tests)
          .sum();
    }
  }

  private static long tests(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(line -> line.startsWith("    def test_")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assumeModules(String modules) throws InterruptedException {
    try {
      assumeThat(python("-c", "import " + modules).exitCode())
          .as("python with " + modules)
          .isZero();
    } catch (IOException e) {
      assumeThat(false).as("no python3 here: " + e.getMessage()).isTrue();
    }
  }

  @Test
  void theirOwnTestsPass() throws Exception {
    assumeModules("unittest");
    Run run = python("-m", "unittest", "discover", "-s", SOURCES.toString());
    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output()).contains("Ran " + written() + " tests");
  }

  /**
   * The package refuses a wrong keyword before Java starts, and so has the names of the flags. Its
   * file of them is renewed where it differs; whoever changed the flags commits it.
   */
  @Test
  void thePackageKnowsTheFlagsOfItsCommands() throws IOException {
    StringBuilder now =
        new StringBuilder(
            """
            # Copyright: the authors of Falcon. Licence: Apache-2.0.
            \"""The flags of the commands that have a function, as keyword arguments.

            PythonFilesTest writes this file from the command line's flags.
            \"""
            """);
    for (String command : List.of("mine", "lists", "audit-fn", "verify")) {
      CommandLine.Model.CommandSpec spec =
          FalconCommand.whole().getSubcommands().get(command).getCommandSpec();
      Set<String> names =
          spec.options().stream()
              .filter(option -> !option.hidden())
              .flatMap(option -> Stream.of(option.names()))
              .filter(name -> name.startsWith("--"))
              .map(PythonFilesTest::keyword)
              .collect(Collectors.toCollection(TreeSet::new));
      names.removeAll(Set.of("help", "version", "json"));
      now.append(lines(command.replace("-fn", "").toUpperCase(Locale.ROOT), names));
    }
    Path file = SOURCES.resolve("wheel/falcon_negatives/_flags.py");
    String before = Files.exists(file) ? Files.readString(file) : "";
    if (!before.contentEquals(now)) {
      Files.writeString(file, now);
    }
    assertThat(before)
        .as("%s was renewed, since flags have changed: commit it", file)
        .isEqualTo(now.toString());
  }

  /** Returns a set of names in Python, in lines of at most 100 characters. */
  private static String lines(String variable, Set<String> names) {
    StringBuilder text = new StringBuilder("\n" + variable + " = frozenset(\n");
    StringBuilder line = new StringBuilder("    \"\"\"");
    for (String name : names) {
      if (line.length() + name.length() > 97) {
        text.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder("    ");
      }
      line.append(name).append(' ');
    }
    return text.append(line.toString().stripTrailing()).append("\"\"\".split()\n)\n").toString();
  }

  private static String keyword(String flag) {
    return flag.substring(2).replace('-', '_');
  }

  @Test
  void theSamplerReadsAMinedPlanAndFalconMinesTheVectorsWritten() throws Exception {
    assumeModules("pyarrow, numpy");
    Path data = folder.resolve("data");
    Cli.launch("data", "generate", "scenes", "--count=60", "--out", data, "-q");
    String loop =
        """
        import sys, numpy
        from falcon_plan import *
        if sys.argv[1] == "write":
            samples = TarSamples("data/*.tar", decode=lambda s: (s["__key__"], s["txt"]))
            random = numpy.random.default_rng(0)
            with StoreWriter("vectors", rank=3, rows_per_file=25) as store:
                for at in range(0, len(samples), 10):
                    keys, texts = zip(*(samples[i] for i in range(at, at + 10)))
                    v = random.normal(size=(2, 10, 8))
                    store.add(keys, v[0], v[1], captions=[t.decode() for t in texts])
        else:
            sampler = PlanSampler("plan.parquet", rank=1, world_size=2)
            for batch in sampler:
                print(" ".join(batch))
        """;
    Files.writeString(folder.resolve("loop.py"), loop);
    Run written = python("loop.py", "write");
    assertThat(written.exitCode()).as(written.output()).isZero();
    Path plan = folder.resolve("plan.parquet");
    Cli.Result mined =
        Cli.launch(
            "mine",
            "--embeddings",
            folder.resolve("vectors"),
            "--quantiles=1",
            "--batch-size=15",
            "--out",
            plan,
            "-q");
    assertThat(mined.exitCode()).as(mined.errors()).isZero();
    assertThat(mined.output()).contains("4 batches, 60 samples of 60");
    Run read = python("loop.py", "read");
    assertThat(read.exitCode()).as(read.output()).isZero();
    Path planned = folder.resolve("planned");
    Cli.Result converted =
        Cli.launch("data", "convert", data, "--plan", plan, "--out", planned, "-q");
    assertThat(converted.exitCode()).as(converted.errors()).isZero();
    Run streamed =
        python(
            "-c",
            "from falcon_plan import *; k = TarSamples('planned/*.tar').keys;"
                + " print('\\n'.join(' '.join(k[i:i + 15]) for i in (15, 45)))");
    assertThat(streamed.output())
        .as("the second rank's batches, in the tars and from the sampler")
        .isEqualTo(read.output());
  }

  /** A runtime that lacks a module fails only in the command that needs it. */
  @Test
  void everyRuntimeHasTheSameModules() throws IOException {
    Pattern modules = Pattern.compile("java\\.se,[a-z.,_]+");
    Path home = SOURCES.getParent();
    Set<String> found = new TreeSet<>();
    for (String file : List.of("python/make_wheel.py", ".ci/container", "docs/how-to/install.md")) {
      Matcher list = modules.matcher(Files.readString(home.resolve(file)));
      assertThat(list.find()).as(file).isTrue();
      found.add(String.join(",", new TreeSet<>(List.of(list.group().split(",")))));
    }
    assertThat(found).hasSize(1);
  }
}
