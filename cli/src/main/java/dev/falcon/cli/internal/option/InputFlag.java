// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.InputRole;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a flag that names one input file, and the role under which provenances record it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface InputFlag {
  /** Returns the role. */
  InputRole value();
}
