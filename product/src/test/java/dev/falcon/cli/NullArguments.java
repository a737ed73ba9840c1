// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.util.TreeScanner;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;

/**
 * Finds calls of our own methods and constructors with a null, in another file than theirs;
 * records' constructors in their own file, too, as accessors give their components away. It goes by
 * names and numbers of arguments: what is called as a method of a map or a list is a table's cell.
 */
final class NullArguments {
  private static final Set<String> TABLES = new HashSet<>();

  static {
    for (Class<?> table : List.of(Map.class, List.class)) {
      for (Method method : table.getMethods()) {
        TABLES.add(method.getName() + '/' + method.getParameterCount());
      }
    }
  }

  /** The files that declare a method, by its name and number of parameters. */
  private final Map<String, Set<String>> methods = new HashMap<>();

  /** The files that declare a class, by its simple name. */
  private final Map<String, Set<String>> classes = new HashMap<>();

  private final Set<String> openRecords = new HashSet<>();
  private final Set<String> found = new TreeSet<>();

  private NullArguments() {}

  /** What is called so, as {@code new Name} or {@code name/arguments}. */
  static Set<String> of(List<CompilationUnitTree> units) {
    NullArguments arguments = new NullArguments();
    units.forEach(unit -> arguments.new Declarations(file(unit)).scan(unit, null));
    units.forEach(unit -> arguments.new Calls(unit).scan(unit, null));
    return arguments.found;
  }

  /** The file's name without its ending. */
  static String file(CompilationUnitTree unit) {
    String name = Path.of(unit.getSourceFile().getName()).getFileName().toString();
    return name.substring(0, name.indexOf('.'));
  }

  private final class Declarations extends TreeScanner<Void, Void> {
    private final String file;

    Declarations(String file) {
      this.file = file;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      String name = type.getSimpleName().toString();
      classes.computeIfAbsent(name, absent -> new HashSet<>()).add(file);
      if (type.getKind() == Kind.RECORD
          && !type.getModifiers().getFlags().contains(Modifier.PRIVATE)) {
        openRecords.add(file + '.' + name);
      }
      return super.visitClass(type, null);
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      String name = method.getName().toString() + '/' + method.getParameters().size();
      methods.computeIfAbsent(name, absent -> new HashSet<>()).add(file);
      return super.visitMethod(method, null);
    }
  }

  private final class Calls extends NullLocals<Void> {
    private final String file;
    private final Set<String> foreign = new HashSet<>();

    Calls(CompilationUnitTree unit) {
      this.file = file(unit);
      for (ImportTree named : unit.getImports()) {
        String name = named.getQualifiedIdentifier().toString();
        if (!name.startsWith("dev.falcon.")) {
          foreign.add(name.substring(name.lastIndexOf('.') + 1));
        }
      }
    }

    @Override
    public Void visitNewClass(NewClassTree call, Void nothing) {
      String type = call.getIdentifier().toString().replaceAll("<.*", "");
      String name = type.substring(type.lastIndexOf('.') + 1);
      boolean ours = classes.containsKey(name) && !foreign.contains(name);
      if (ours
          && (!classes.get(name).contains(file) || openRecords.contains(file + '.' + name))
          && call.getArguments().stream().anyMatch(this::isNull)) {
        found.add("new " + name);
      }
      return super.visitNewClass(call, null);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
      if (call.getMethodSelect() instanceof MemberSelectTree select
          && call.getArguments().stream().anyMatch(this::isNull)) {
        String method = select.getIdentifier().toString() + '/' + call.getArguments().size();
        Set<String> declaring = methods.getOrDefault(method, Set.of());
        String receiver = select.getExpression().toString();
        boolean ofClass = Character.isUpperCase(receiver.charAt(0));
        boolean ours =
            ofClass
                ? classes.containsKey(receiver)
                    && !foreign.contains(receiver)
                    && !classes.get(receiver).contains(file)
                : !declaring.contains(file) && !TABLES.contains(method);
        if (ours && !declaring.isEmpty()) {
          found.add(ofClass ? receiver + '.' + method : method);
        }
      }
      return super.visitMethodInvocation(call, null);
    }
  }
}
