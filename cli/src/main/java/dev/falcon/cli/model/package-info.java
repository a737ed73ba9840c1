/** falcon model, and how a device is checked. */
package dev.falcon.cli.model;
