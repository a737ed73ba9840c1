package dev.falcon.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.regex.Pattern;

/** The arrows of the house: which module may know which, and what stays inside. */
@AnalyzeClasses(packages = "dev.falcon", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS_RUN_ONE_WAY =
      Architectures.layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("data-tools")
          .definedBy("dev.falcon.data..")
          .layer("kernels")
          .definedBy("dev.falcon.kernels..")
          .layer("onnx-models")
          .definedBy("dev.falcon.onnx..")
          .layer("mining")
          .definedBy("dev.falcon.mining..")
          .layer("eval")
          .definedBy("dev.falcon.eval..")
          .layer("training")
          .definedBy("dev.falcon.training..")
          .layer("reproduce")
          .definedBy("dev.falcon.reproduce..")
          .layer("cli")
          .definedBy("dev.falcon.cli..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("reproduce")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("training")
          .mayOnlyBeAccessedByLayers("cli", "reproduce")
          .whereLayer("eval")
          .mayOnlyBeAccessedByLayers("cli", "training", "reproduce")
          .whereLayer("mining")
          .mayOnlyBeAccessedByLayers("cli", "training")
          .whereLayer("kernels")
          .mayOnlyBeAccessedByLayers("mining", "eval")
          .whereLayer("onnx-models")
          .mayOnlyBeAccessedByLayers("cli", "training", "mining", "eval");

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

  @ArchTest
  static void internalsStayInTheirModule(JavaClasses classes) {
    for (String module :
        List.of("data", "onnx", "mining", "eval", "training", "reproduce", "cli")) {
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.falcon." + module + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.falcon." + module + "..internal..")
          .check(classes);
    }
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

  private static String packageOf(String file) {
    return file.substring(0, file.lastIndexOf('.'));
  }
}
