// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.falcon.cli.mine.ListsCommand;
import dev.falcon.cli.mine.MineCommand;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The arrows of the house that its modules do not enforce: what stays inside, and that none runs in
 * a circle.
 */
@AnalyzeClasses(
    packages = "dev.falcon",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {
  /** Leaves out the tests of cli, which are a jar where modules are packaged. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule ONLY_THE_COMMAND_LINE_KNOWS_PICOCLI =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.falcon.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule LIBRARIES_DO_NOT_PRINT_OR_EXIT =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.falcon.cli..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .callMethod(System.class, "exit", int.class);

  /**
   * Packages of training's internals that downstream may also use, in the sense of a qualified
   * export: what a task of fine-tuning has in common with pretraining.
   */
  private static final List<String> SHARED_WITH_DOWNSTREAM =
      Stream.of(
              "export",
              "framework",
              "framework.seam",
              "input",
              "loop.batch",
              "loop.course",
              "model",
              "report",
              "start",
              "store",
              "tensor")
          .map("dev.falcon.training.internal."::concat)
          .toList();

  @ArchTest
  static void internalsStayInTheirModule(JavaClasses classes) {
    for (String module :
        List.of("data", "onnx", "mining", "eval", "training", "downstream", "reproduce", "cli")) {
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.falcon." + module + "..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.falcon." + module + "..internal..").and(not(shared())))
          .check(classes);
    }
  }

  @ArchTest
  static void whatTrainingSharesIsUsedByDownstreamAlone(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.falcon.training..", "dev.falcon.downstream..")
        .should()
        .dependOnClassesThat(shared())
        .check(classes);
    Set<String> used =
        classes.stream()
            .filter(resideInAPackage("dev.falcon.downstream.."))
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .map(arrow -> arrow.getTargetClass().getPackageName())
            .filter(SHARED_WITH_DOWNSTREAM::contains)
            .collect(Collectors.toSet());
    assertThat(used).containsExactlyInAnyOrderElementsOf(SHARED_WITH_DOWNSTREAM);
  }

  private static DescribedPredicate<JavaClass> shared() {
    return resideInAnyPackage(SHARED_WITH_DOWNSTREAM.toArray(String[]::new));
  }

  @ArchTest
  static final ArchRule NO_SUBJECTS_NEED_EACH_OTHER_IN_A_CIRCLE =
      SlicesRuleDefinition.slices().assignedFrom(new Subjects()).should().beFreeOfCycles();

  /** A package and what lies below it in one called internal are one subject. */
  private static final class Subjects implements SliceAssignment {
    /** That of a module is no subject: it holds what belongs to several. */
    private static final Pattern INTERNAL =
        Pattern.compile("(dev\\.falcon\\.\\w+\\..+?)\\.internal(\\..+)?");

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(INTERNAL.matcher(type.getPackageName()).replaceFirst("$1"));
    }

    @Override
    public String getDescription() {
      return "subjects";
    }
  }

  @ArchTest
  static void noFilesNeedEachOtherInACircle(JavaClasses classes) {
    assertThat(Circles.of(classes)).isEmpty();
  }

  /** Of all pairs of a file and another that it needs, a quarter lies in one package. */
  @ArchTest
  static void aQuarterOfTheArrowsStaysInsideAPackage(JavaClasses classes) {
    long inside = 0;
    long all = 0;
    for (Map.Entry<String, SortedSet<String>> file : FileArrows.of(classes).entrySet()) {
      for (String needed : file.getValue()) {
        all++;
        inside += packageOf(file.getKey()).equals(packageOf(needed)) ? 1 : 0;
      }
    }
    assertThat((double) inside / all).as("%d of %d", inside, all).isGreaterThanOrEqualTo(0.25);
  }

  /** Who mines vectors needs no code that reads pictures or embeds; the command hands it in. */
  @ArchTest
  static void commandsOfMiningStandOnFewFiles(JavaClasses classes) {
    Map<String, SortedSet<String>> needs = FileArrows.of(classes);
    assertThat(behind(MineCommand.class, needs))
        .hasSizeLessThanOrEqualTo(400)
        .noneMatch(file -> file.endsWith(".SampleSources") || file.contains(".corpus."));
    assertThat(behind(ListsCommand.class, needs))
        .hasSizeLessThanOrEqualTo(450)
        .noneMatch(file -> file.endsWith(".SampleSources"));
  }

  /** Returns the files that a class needs, itself included. */
  private static Set<String> behind(Class<?> type, Map<String, SortedSet<String>> needs) {
    Set<String> behind = new TreeSet<>();
    Deque<String> left = new ArrayDeque<>(List.of(type.getName()));
    while (!left.isEmpty()) {
      String next = left.pop();
      if (behind.add(next)) {
        left.addAll(needs.getOrDefault(next, Collections.emptySortedSet()));
      }
    }
    return behind;
  }

  private static String packageOf(String file) {
    return file.substring(0, file.lastIndexOf('.'));
  }
}
