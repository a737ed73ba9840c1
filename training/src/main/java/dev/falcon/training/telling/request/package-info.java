/** What is to be told of images, and what has been told. */
package dev.falcon.training.telling.request;
