// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States on which other options the effect of a flag depends, or of all flags of a mixin. A flag
 * without effect is refused.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Effect {
  /** Returns options of which one must be given, too; none if the flag needs no other. */
  String[] with() default {};

  /** Returns options beside which the flag has no effect. */
  String[] without() default {};
}
