// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The environment and the home are a process's for its life, so others are asked. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class NativeLibrariesTest {
  private static final int SOMEBODY_ELSE = 12345;

  @TempDir private Path top;

  private Path folder;
  private Path home;
  private Path shared;
  private Path working;

  @BeforeEach
  void make() throws IOException {
    folder = top.toRealPath();
    // What lies in a folder that others cannot enter is safe, whatever its mode.
    folder("", "rwxr-xr-x");
    home = folder("home", "rwxr-xr-x");
    working = folder("working", "rwxr-xr-x");
    shared = folder("shared", "rwxrwxrwx");
    Files.setAttribute(shared, "unix:mode", 01777);
  }

  private Path folder(String name, String mode) throws IOException {
    Path made = Files.createDirectories(folder.resolve(name));
    return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(mode));
  }

  /** What another process takes: its folder, DJL's, JNA's and libwebp's; or why it takes none. */
  private List<String> asked(Map<String, String> environment, String... flags)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Lines that a child runs count as covered.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-javaagent:"))
        .forEach(command::add);
    command.addAll(List.of("-Djava.io.tmpdir=" + shared, "-Duser.home=" + home));
    command.addAll(List.of(flags));
    command.add(Asked.class.getName());
    ProcessBuilder builder = new ProcessBuilder(command).directory(working.toFile());
    builder
        .environment()
        .keySet()
        .removeAll(
            List.of("HOME", "XDG_CACHE_HOME", "FALCON_CACHE", "DJL_CACHE_DIR", "ENGINE_CACHE_DIR"));
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().putAll(environment);
    Process process = builder.redirectError(folder.resolve("errors").toFile()).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("errors"))).isZero();
    assertThat(working).isEmptyDirectory();
    return said.lines().toList();
  }

  private void assertTaken(List<String> said, Path cache) throws IOException {
    Path taken = cache.resolve("native");
    assertThat(said)
        .containsExactly(
            taken.toString(), taken + "/djl", taken + "/jna", taken + "/webp", "rwx------");
    assertThat(shared).isEmptyDirectory();
  }

  @Test
  void theHomeIsTaken() throws IOException, InterruptedException {
    assertTaken(asked(Map.of()), home.resolve(".cache/falcon"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(".cache"))))
        .doesNotContain("w-w", "rwxrwx");
  }

  @Test
  void theEnvironmentComesFirst() throws IOException, InterruptedException {
    Path other = folder("other", "rwx------");
    assertTaken(asked(Map.of("HOME", "" + other)), other.resolve(".cache/falcon"));
    Path named = folder("xdg", "rwxr-xr-x");
    Map<String, String> both = Map.of("HOME", "" + other, "XDG_CACHE_HOME", "" + named);
    assertTaken(asked(both), named.resolve("falcon"));
    Path cache = folder.resolve("cache");
    assertTaken(asked(Map.of("XDG_CACHE_HOME", "" + named, "FALCON_CACHE", "" + cache)), cache);
    Path programs = folder.resolve("programs");
    assertTaken(asked(Map.of("FALCON_CACHE", "" + cache), "-Dfalcon.cache=" + programs), programs);
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", "/nonexistent", ""})
  void aHomeThatIsNoneIsNeitherMadeNorReplacedByAPlaceThatAllShare(String none)
      throws IOException, InterruptedException {
    List<String> said = asked(Map.of("XDG_CACHE_HOME", "relative"), "-Duser.home=" + none);

    assertThat(Path.of(said.get(0)).getParent().getParent()).isEqualTo(shared);
    assertThat(said.get(0)).matches(".*/falcon-\\d+/native");
    assertThat(said.get(4)).isEqualTo("rwx------");
    assertThat(Path.of("/nonexistent")).doesNotExist();
    assertThat(shared).as("removed when the process ended").isEmptyDirectory();
  }

  @Test
  void whereTheHomeOfTheEnvironmentServesThePlatformsIsNotAsked()
      throws IOException, InterruptedException {
    assertTaken(asked(Map.of("HOME", "" + home), "-Duser.home=?"), home.resolve(".cache/falcon"));
  }

  @Test
  void aFolderThatOthersMayWriteIsLeftOut() throws IOException, InterruptedException {
    Path group = folder("group", "rwxrwxr-x");
    assertTaken(asked(Map.of("XDG_CACHE_HOME", "" + group)), home.resolve(".cache/falcon"));
    assertThat(group).isEmptyDirectory();
    assertTaken(asked(Map.of("FALCON_CACHE", "" + shared)), home.resolve(".cache/falcon"));
    folder("group/below/falcon", "rwxr-xr-x");
    assertTaken(
        asked(Map.of("XDG_CACHE_HOME", "" + group.resolve("below"))),
        home.resolve(".cache/falcon"));
  }

  @Test
  void aPrivateFolderAmongThoseOfOthersServes() throws IOException, InterruptedException {
    Path own = folder("shared/mine", "rwxr-xr-x");
    List<String> said = asked(Map.of("XDG_CACHE_HOME", "" + own));
    assertThat(said.get(0)).isEqualTo(own + "/falcon/native");
  }

  @Test
  void aTemporaryFolderThatAnybodyMayReplaceIsRefused() throws IOException, InterruptedException {
    Path open = folder("open", "rwxrwxrwx");
    assertThat(asked(Map.of(), "-Duser.home=?", "-Djava.io.tmpdir=" + open))
        .containsExactly(
            "others may write into "
                + open
                + ", so that no temporary folder there is safe; set HOME, XDG_CACHE_HOME or"
                + " FALCON_CACHE to a folder of your own");
    assertThat(open).isEmptyDirectory();
  }

  @Test
  void aFolderOfLibrariesThatOthersMayWriteIsRefused() throws IOException, InterruptedException {
    Path libraries = folder("home/.cache/falcon/native", "rwxrwxr-x");
    assertThat(asked(Map.of()))
        .containsExactly("others may write into " + libraries + refusal(libraries));
  }

  @Test
  void aLibraryThatOthersMayWriteIsRefused() throws IOException, InterruptedException {
    Path libraries = folder("home/.cache/falcon/native", "rwxr-xr-x");
    Path library = Files.createFile(libraries.resolve("libtokenizers.so"));
    Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("rw-rw-r--"));
    assertThat(asked(Map.of())).containsExactly("others may write " + library + refusal(libraries));

    Files.setPosixFilePermissions(libraries, PosixFilePermissions.fromString("rwx------"));
    assertTaken(asked(Map.of()), home.resolve(".cache/falcon"));
  }

  @Test
  void aLinkAmongTheLibrariesIsRefused() throws IOException, InterruptedException {
    Path libraries = folder("home/.cache/falcon/native", "rwx------");
    Path link = Files.createSymbolicLink(libraries.resolve("djl"), shared);
    assertThat(asked(Map.of())).containsExactly(link + " is a link" + refusal(libraries));
  }

  @Test
  void refusesFoldersOfOtherUsers() throws IOException, InterruptedException {
    Path libraries = folder("home/.cache/falcon/native", "rwx------");
    Path library = Files.createFile(libraries.resolve("libtokenizers.so"));
    give(library);
    assertThat(asked(Map.of()))
        .containsExactly(library + " belongs to another user" + refusal(libraries));

    Files.delete(library);
    give(home);
    assertThat(asked(Map.of()).get(0)).startsWith(shared + "/falcon-");
  }

  private static void give(Path file) throws IOException {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
        "skipped: only the superuser gives files away");
    Files.setAttribute(file, "unix:uid", SOMEBODY_ELSE);
  }

  private static String refusal(Path libraries) {
    return ", and native libraries load from "
        + libraries
        + "; remove that folder, it is made again";
  }

  @ParameterizedTest
  @ValueSource(strings = {"DJL_CACHE_DIR", "ENGINE_CACHE_DIR"})
  void aFolderThatIsNamedForDjlIsKeptWhereItIsSafe(String name)
      throws IOException, InterruptedException {
    Path named = folder("djl", "rwxr-xr-x");
    assertThat(asked(Map.of(name, "" + named)).get(1)).isEqualTo("null");
    assertThat(asked(Map.of(), "-D" + name + "=" + named).get(0))
        .isEqualTo(home + "/.cache/falcon/native");

    String names = ", which " + name + " names; name a folder that is yours alone";
    assertThat(asked(Map.of(name, "" + shared)))
        .containsExactly(
            "others may write into "
                + shared
                + ", and native libraries would load from "
                + shared
                + names);
    assertThat(asked(Map.of(name, "")))
        .containsExactly(
            name + " is empty, and native libraries load from the folder that it names; unset it");
  }

  @Test
  void filesOfKilledProcessesAreRemoved() throws IOException, InterruptedException {
    asked(Map.of());
    Path unpacked = home.resolve(".cache/falcon/native/webp");
    Path left = Files.createFile(unpacked.resolve("left"));
    Files.setLastModifiedTime(left, FileTime.fromMillis(0));
    Files.createFile(unpacked.resolve("in-use"));

    asked(Map.of());

    assertThat(Folders.list(unpacked)).containsExactly(unpacked.resolve("in-use"));
  }

  /** Prints the places, or the failure's message. */
  static final class Asked {
    private Asked() {}

    public static void main(String[] arguments) throws IOException {
      List<String> said = new ArrayList<>();
      try {
        Path folder = NativeLibraries.folder();
        said.add(folder.toString());
        said.add(System.getProperty("ENGINE_CACHE_DIR"));
        said.add(System.getProperty("jna.tmpdir"));
        said.add(System.getProperty("com.luciad.imageio.webp.tmpdir"));
        said.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
      } catch (FalconException e) {
        said.add(e.getMessage());
      }
      System.out.write((String.join("\n", said) + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }
}
