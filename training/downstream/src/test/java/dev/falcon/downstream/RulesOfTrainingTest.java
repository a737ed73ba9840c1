// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import dev.falcon.training.FrameworkSeamTest;
import dev.falcon.training.GradientSafetyTest;

/** The rules of training that hold for this module, too. */
@AnalyzeClasses(
    packages = "dev.falcon.downstream",
    importOptions = ImportOption.DoNotIncludeTests.class)
class RulesOfTrainingTest {
  @ArchTest static final ArchTests GRADIENTS = ArchTests.in(GradientSafetyTest.class);

  @ArchTest static final ArchTests FRAMEWORKS = ArchTests.in(FrameworkSeamTest.class);
}
