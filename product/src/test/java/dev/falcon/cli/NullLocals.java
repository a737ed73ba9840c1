// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.HashSet;
import java.util.Set;

/**
 * Knows which of a method's locals begin as null, so that what they hold can be followed where it
 * goes. It goes by names, and knows nothing of what is assigned later; where it is asked whether a
 * local is null, that is taken care of from there on.
 */
abstract class NullLocals<P> extends TreeScanner<Void, P> {
  private Set<String> locals = new HashSet<>();

  @Override
  public Void visitMethod(MethodTree method, P around) {
    Set<String> outer = locals;
    locals = new HashSet<>();
    super.visitMethod(method, around);
    locals = outer;
    return null;
  }

  @Override
  public Void visitVariable(VariableTree variable, P around) {
    if (variable.getInitializer() != null && isNull(variable.getInitializer())) {
      locals.add(variable.getName().toString());
    }
    return super.visitVariable(variable, around);
  }

  @Override
  public Void visitBinary(BinaryTree comparison, P around) {
    if (comparison.getRightOperand().getKind() == Kind.NULL_LITERAL) {
      locals.remove(comparison.getLeftOperand().toString());
    }
    return super.visitBinary(comparison, around);
  }

  /** Whether a value is null, may be by its own words, or is a local that began so. */
  final boolean isNull(ExpressionTree value) {
    if (value instanceof ParenthesizedTree inner) {
      return isNull(inner.getExpression());
    }
    if (value instanceof ConditionalExpressionTree choice) {
      return isNull(choice.getTrueExpression()) || isNull(choice.getFalseExpression());
    }
    if (value instanceof MethodInvocationTree call
        && call.getMethodSelect() instanceof MemberSelectTree select
        && select.getIdentifier().contentEquals("orElse")) {
      return isNull(call.getArguments().get(0));
    }
    if (value instanceof IdentifierTree name) {
      return locals.contains(name.getName().toString());
    }
    return value.getKind() == Kind.NULL_LITERAL;
  }
}
