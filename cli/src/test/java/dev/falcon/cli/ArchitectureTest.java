package dev.falcon.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;

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
          .layer("onnx-models")
          .definedBy("dev.falcon.onnx..")
          .layer("mining")
          .definedBy("dev.falcon.mining..")
          .layer("eval")
          .definedBy("dev.falcon.eval..")
          .layer("training")
          .definedBy("dev.falcon.training..")
          .layer("cli")
          .definedBy("dev.falcon.cli..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("training")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("eval")
          .mayOnlyBeAccessedByLayers("cli", "training")
          .whereLayer("mining")
          .mayOnlyBeAccessedByLayers("cli", "training")
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
    for (String module : List.of("data", "onnx", "mining", "eval", "training", "cli")) {
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
  static final ArchRule NO_PACKAGES_NEED_EACH_OTHER_IN_A_CIRCLE =
      SlicesRuleDefinition.slices().matching("dev.falcon.(**)").should().beFreeOfCycles();

  @ArchTest
  static void noFilesNeedEachOtherInACircle(JavaClasses classes) {
    assertThat(Circles.of(classes)).isEmpty();
  }
}
