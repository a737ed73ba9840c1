/** What a language model tells of images: captions, and answers to questions. */
package dev.falcon.training.telling;
