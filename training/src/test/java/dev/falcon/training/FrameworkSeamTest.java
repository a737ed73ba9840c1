package dev.falcon.training;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
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
  /** A package below that of the frameworks, but for those that all of them speak through. */
  private static final DescribedPredicate<JavaClass> A_FRAMEWORK =
      resideInAPackage("..internal.framework.*..")
          .and(
              resideOutsideOfPackages(
                  "..internal.framework.batch",
                  "..internal.framework.decision",
                  "..internal.framework.pass"));

  @ArchTest
  static final ArchRule NOBODY_ELSE_NAMES_A_FRAMEWORKS_NETWORK =
      noClasses()
          .that(not(A_FRAMEWORK))
          .and()
          .resideOutsideOfPackage("..internal.model..")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Albef.class);

  @ArchTest
  static final ArchRule FRAMEWORKS_ARE_MADE_IN_ONE_PLACE =
      noClasses()
          .that(not(A_FRAMEWORK))
          .and()
          .areNotAssignableTo(Frameworks.class)
          .should()
          .dependOnClassesThat(A_FRAMEWORK);
}
