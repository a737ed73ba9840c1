package dev.falcon.data.scenes.question;

/**
 * A question about a scene.
 *
 * @param text in lower case
 * @param type the words it begins with, as VQA v2 groups questions
 * @param answerType {@code yes/no}, {@code number} or {@code other}
 * @param answer the true one
 */
public record SceneQuestion(String text, String type, String answerType, String answer) {}
