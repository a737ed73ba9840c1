/** The laboratory's commands as a service of the command line, and the check of a device. */
package dev.falcon.cli.laboratory;
