/** The passes that every framework offers. */
package dev.falcon.training.internal.framework.pass;
