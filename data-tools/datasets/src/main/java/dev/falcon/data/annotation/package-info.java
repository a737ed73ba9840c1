/**
 * Annotations of pictures besides captions: questions with their answers, and true or false
 * statements, in the official files of VQA v2, OK-VQA, GQA, Visual Genome and NLVR2, and in
 * ALBEF's.
 */
package dev.falcon.data.annotation;
