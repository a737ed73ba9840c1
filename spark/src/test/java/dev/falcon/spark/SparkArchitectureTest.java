// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

@AnalyzeClasses(packages = "dev.falcon", importOptions = ImportOption.DoNotIncludeTests.class)
class SparkArchitectureTest {
  @ArchTest
  static final ArchRule SPARK_STANDS_ON_MINING_ALONE =
      noClasses()
          .that()
          .resideInAPackage("dev.falcon.spark..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.falcon.data..internal..",
              "dev.falcon.onnx..internal..",
              "dev.falcon.mining.internal..",
              "dev.falcon.training..",
              "dev.falcon.downstream..",
              "dev.falcon.eval..",
              "dev.falcon.cli..",
              "picocli..");

  @ArchTest
  static final ArchRule NOBODY_KNOWS_SPARK =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.falcon.spark..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.falcon.spark..", "org.apache.spark..", "scala..");

  @ArchTest
  static final ArchRule NO_PACKAGES_NEED_EACH_OTHER_IN_A_CIRCLE =
      SlicesRuleDefinition.slices().matching("dev.falcon.spark.(**)").should().beFreeOfCycles();
}
