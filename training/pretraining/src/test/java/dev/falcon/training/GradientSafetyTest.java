// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDManager;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.falcon.training.internal.tensor.Torch;
import org.junit.jupiter.api.Test;

/**
 * Holds this module to what keeps gradients right. DJL's overloads that take a Java number let the
 * autograd graph point at memory that is freed before the backward pass: the gradient is wrong now
 * and then, and nothing says so. DJL's own layers, losses and optimisers use them.
 */
@AnalyzeClasses(
    packages = "dev.falcon.training",
    importOptions = ImportOption.DoNotIncludeTests.class)
public class GradientSafetyTest {
  private static final DescribedPredicate<JavaCall<?>> TAKES_A_NUMBER =
      target(owner(assignableTo(NDArray.class).or(assignableTo(NDArrays.class))))
          .and(
              DescribedPredicate.describe(
                  "that takes a Java number as an operand",
                  call ->
                      call.getTarget().getRawParameterTypes().stream()
                          .anyMatch(type -> type.isEquivalentTo(Number.class))));

  @ArchTest
  static final ArchRule NO_NUMBER_IS_AN_OPERAND =
      noClasses().should().callCodeUnitWhere(TAKES_A_NUMBER);

  @ArchTest
  static final ArchRule NOTHING_OF_DJL_THAT_DOES_SO_IS_USED =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "ai.djl.nn..", "ai.djl.training.loss..", "ai.djl.training.optimizer..");

  /** By the one door that shares no memory with Java. */
  @ArchTest
  static final ArchRule VALUES_COME_IN_BY_TORCH =
      noClasses()
          .that()
          .areNotAssignableTo(Torch.class)
          .and()
          .doNotHaveSimpleName("Holder") // of FusedKernels: marks that are never computed with
          .should()
          .callMethodWhere(
              target(owner(assignableTo(NDManager.class))).and(target(name("create"))));

  /** What the guard is there to find. */
  static final class Offender {
    NDArray scaled(NDArray x) {
      return x.mul(0.5f);
    }

    NDArray shifted(NDArray x) {
      return NDArrays.add(x, 1);
    }

    NDArray made(NDManager manager) {
      return manager.create(new float[] {1});
    }
  }

  @Test
  void theGuardsFindAnOffender() {
    JavaClasses offender = new ClassFileImporter().importClasses(Offender.class);
    assertThat(NO_NUMBER_IS_AN_OPERAND.evaluate(offender).getFailureReport().getDetails())
        .hasSize(2);
    assertThat(VALUES_COME_IN_BY_TORCH.evaluate(offender).getFailureReport().getDetails())
        .hasSize(1);
  }
}
