/** FALCON's scheduler at work. */
package dev.falcon.training.internal.policy.scheduler;
