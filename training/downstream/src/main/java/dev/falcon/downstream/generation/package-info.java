/** Generation of captions and answers: its request and its result. */
package dev.falcon.downstream.generation;
