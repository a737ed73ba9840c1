/** What is learned by: losses, composition and scheduler. */
package dev.falcon.training.config.method;
