// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static java.util.stream.Collectors.joining;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What callers of a type may use, as text: one line for the type and one for each member. */
final class PublicInterface {
  private static final Pattern PACKAGES = Pattern.compile("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])");
  private static final Set<String> OF_OBJECTS =
      Set.of("equals", "hashCode", "toString", "values", "valueOf");

  private PublicInterface() {}

  /** Returns whether other modules may use a type, the types around it included. */
  static boolean isPublic(Class<?> type) {
    boolean open = Modifier.isPublic(type.getModifiers()) && !type.isSynthetic();
    return open && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
  }

  /** Returns the lines of a type, its members in the order of their text. */
  static List<String> of(Class<?> type) {
    List<String> members = new ArrayList<>();
    boolean isOpen = !Modifier.isFinal(type.getModifiers());
    for (Field field : type.getDeclaredFields()) {
      if (isSeen(field.getModifiers(), isOpen) && !field.isSynthetic()) {
        members.add(
            field.isEnumConstant()
                ? field.getName()
                : modifiers(field.getModifiers())
                    + name(field.getGenericType())
                    + " "
                    + field.getName());
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isSeen(constructor.getModifiers(), isOpen) && !constructor.isSynthetic()) {
        members.add("new" + parameters(constructor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isSeen(method.getModifiers(), isOpen)
          && !method.isSynthetic()
          && !OF_OBJECTS.contains(method.getName())
          && !isAccessor(type, method)) {
        members.add(
            modifiers(method.getModifiers())
                + name(method.getGenericReturnType())
                + " "
                + method.getName()
                + parameters(method));
      }
    }
    Collections.sort(members);
    List<String> lines = new ArrayList<>(List.of(head(type)));
    members.forEach(member -> lines.add("  " + member));
    return lines;
  }

  private static boolean isSeen(int modifiers, boolean isOpen) {
    return Modifier.isPublic(modifiers) || (isOpen && Modifier.isProtected(modifiers));
  }

  private static boolean isAccessor(Class<?> type, Method method) {
    return type.isRecord()
        && method.getParameterCount() == 0
        && Arrays.stream(type.getRecordComponents())
            .anyMatch(component -> component.getName().equals(method.getName()));
  }

  private static String head(Class<?> type) {
    StringBuilder line = new StringBuilder(kind(type)).append(' ').append(type.getName());
    if (type.isRecord()) {
      line.append(
          Arrays.stream(type.getRecordComponents())
              .map(PublicInterface::component)
              .collect(joining(", ", "(", ")")));
    }
    List<Type> above = new ArrayList<>(List.of(type.getGenericInterfaces()));
    if (type.getSuperclass() != null
        && !Set.<Class<?>>of(Object.class, Record.class, Enum.class)
            .contains(type.getSuperclass())) {
      above.add(0, type.getGenericSuperclass());
    }
    if (!above.isEmpty()) {
      line.append(above.stream().map(PublicInterface::name).collect(joining(", ", " : ", "")));
    }
    return line.toString();
  }

  private static String kind(Class<?> type) {
    if (type.isAnnotation()) {
      return "annotation";
    }
    if (type.isRecord()) {
      return "record";
    }
    if (type.isEnum()) {
      return "enum";
    }
    if (type.isInterface()) {
      return type.isSealed() ? "sealed interface" : "interface";
    }
    return modifiers(type.getModifiers()) + "class";
  }

  private static String component(RecordComponent component) {
    return name(component.getGenericType()) + " " + component.getName();
  }

  private static String modifiers(int modifiers) {
    int shown = Modifier.PROTECTED | Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL;
    String words = Modifier.toString(modifiers & shown);
    return words.isEmpty() ? "" : words + " ";
  }

  private static String parameters(Executable called) {
    return Arrays.stream(called.getGenericParameterTypes())
        .map(PublicInterface::name)
        .collect(joining(", ", "(", ")"));
  }

  /** Returns the name of a type without packages, which a reader knows or finds. */
  private static String name(Type type) {
    return PACKAGES.matcher(type.getTypeName()).replaceAll("");
  }
}
