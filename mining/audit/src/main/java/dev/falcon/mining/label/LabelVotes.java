// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import dev.falcon.data.statistics.labelled.Agreement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The final answers of all annotators. Of an annotator's answers on a pair, the last counts; a
 * withdrawn answer does not.
 */
public final class LabelVotes {
  private final Map<LabelPair.Name, TreeMap<String, LabelAnswer>> votes = new LinkedHashMap<>();
  private final SortedSet<String> annotators = new TreeSet<>();
  private final List<LabelAnswer> repeats = new ArrayList<>();

  /** Reduces answers, which must be in the order in which they were given. */
  public LabelVotes(List<LabelAnswer> answers) {
    answers.forEach(this::add);
  }

  /** Adds an answer. */
  public void add(LabelAnswer answer) {
    annotators.add(answer.annotator());
    if (answer.repeat()) {
      repeats.removeIf(
          before ->
              before.annotator().equals(answer.annotator()) && before.name().equals(answer.name()));
      if (!answer.undo()) {
        repeats.add(answer);
      }
      return;
    }
    Map<String, LabelAnswer> ofPair = votes.computeIfAbsent(answer.name(), name -> new TreeMap<>());
    if (answer.undo()) {
      ofPair.remove(answer.annotator());
    } else {
      ofPair.put(answer.annotator(), answer);
    }
  }

  /** Returns the names of the annotators who answered. */
  public SortedSet<String> annotators() {
    return annotators;
  }

  /** Returns an annotator's answer on a pair; empty if there is none. */
  public Optional<LabelAnswer> of(String annotator, LabelPair.Name pair) {
    return Optional.ofNullable(votes.getOrDefault(pair, new TreeMap<>()).get(annotator));
  }

  /** Returns an annotator's answers, one per pair. */
  public List<LabelAnswer> of(String annotator) {
    return votes.values().stream()
        .flatMap(ofPair -> Optional.ofNullable(ofPair.get(annotator)).stream())
        .toList();
  }

  /**
   * Returns the majority of the sure answers; {@link Verdict#UNSURE} for a tie or if no answer is
   * sure, {@link Verdict#OPEN} without answers.
   */
  public Verdict verdict(LabelPair.Name pair) {
    Map<String, LabelAnswer> ofPair = votes.getOrDefault(pair, new TreeMap<>());
    if (ofPair.isEmpty()) {
      return Verdict.OPEN;
    }
    int balance = 0;
    for (LabelAnswer answer : ofPair.values()) {
      balance += answer.match() == null ? 0 : answer.match() ? 1 : -1;
    }
    return balance == 0 ? Verdict.UNSURE : balance > 0 ? Verdict.MATCH : Verdict.NONE;
  }

  /**
   * Returns whether equally many annotators, and at least one, call a pair a match and no match.
   */
  public boolean contradicted(LabelPair.Name pair) {
    return verdict(pair) == Verdict.UNSURE
        && votes.get(pair).values().stream().anyMatch(answer -> answer.match() != null);
  }

  /**
   * Returns the answers on a pair for people who decide between them: without names, matches first.
   */
  public String unnamed(LabelPair.Name pair) {
    return votes.getOrDefault(pair, new TreeMap<>()).values().stream()
        .map(answer -> said(answer.match()) + comment(answer))
        .sorted(Comparator.reverseOrder())
        .collect(Collectors.joining(" / "));
  }

  private static String said(Boolean match) {
    return match == null ? "unsure" : match ? "yes" : "no";
  }

  private static String comment(LabelAnswer answer) {
    return answer.comment() == null ? "" : " (" + answer.comment() + ")";
  }

  /** The annotators' joint verdict on a pair. */
  public enum Verdict {
    /** The caption is true of the picture. */
    MATCH,
    /** The caption is not true of the picture. */
    NONE,
    /** The answers are unsure, or as many of them are a match as no match. */
    UNSURE,
    /** There are no answers. */
    OPEN
  }

  /**
   * Returns the agreement of two annotators on the pairs on which both are sure and neither had
   * seen others' answers.
   */
  public Agreement agreement(String first, String second) {
    long[] counts = new long[4];
    for (TreeMap<String, LabelAnswer> ofPair : votes.values()) {
      LabelAnswer one = ofPair.get(first);
      LabelAnswer other = ofPair.get(second);
      if (one != null && other != null && !one.adjudicated() && !other.adjudicated()) {
        count(counts, one, other);
      }
    }
    return new Agreement(counts[0], counts[1], counts[2], counts[3]);
  }

  /** Returns the agreement of an annotator's answers on repeated pairs with the first ones. */
  public Agreement repeated(String annotator) {
    long[] counts = new long[4];
    for (LabelAnswer repeat : repeats) {
      if (repeat.annotator().equals(annotator)) {
        of(annotator, repeat.name()).ifPresent(first -> count(counts, first, repeat));
      }
    }
    return new Agreement(counts[0], counts[1], counts[2], counts[3]);
  }

  private static void count(long[] counts, LabelAnswer first, LabelAnswer second) {
    if (first.match() != null && second.match() != null) {
      counts[(first.match() ? 0 : 2) + (second.match() ? 0 : 1)]++;
    }
  }
}
