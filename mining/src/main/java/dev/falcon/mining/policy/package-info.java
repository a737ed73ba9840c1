/** How hard a negative each anchor gets, and by what name. */
package dev.falcon.mining.policy;
