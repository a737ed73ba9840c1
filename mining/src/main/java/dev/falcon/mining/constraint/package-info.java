/** What keeps candidates out of a batch, whatever the policy asks for. */
package dev.falcon.mining.constraint;
