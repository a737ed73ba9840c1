package dev.falcon.training;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.model.Albef;

/**
 * Holds the loop, the objectives, evaluation and export to the seam before a framework's network.
 */
@AnalyzeClasses(
    packages = "dev.falcon.training",
    importOptions = ImportOption.DoNotIncludeTests.class)
class FrameworkSeamTest {
  @ArchTest
  static final ArchRule NOBODY_ELSE_NAMES_A_FRAMEWORKS_NETWORK =
      noClasses()
          .that()
          .resideOutsideOfPackages("..internal.framework.*..", "..internal.model..")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Albef.class);

  @ArchTest
  static final ArchRule FRAMEWORKS_ARE_MADE_IN_ONE_PLACE =
      noClasses()
          .that()
          .resideOutsideOfPackage("..internal.framework.*..")
          .and()
          .areNotAssignableTo(Frameworks.class)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..internal.framework.*..");
}
