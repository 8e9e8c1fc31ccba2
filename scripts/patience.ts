/**
 * How long a test waits before it counts as hung, in milliseconds.
 *
 * Tests wait for events. This time only ends a run in which an event never comes, so it is long:
 * whether a test passes must not depend on the speed of the machine.
 */
export const patience = 600_000

/** How long a test in a browser waits for something to appear. A test that fails takes this long. */
export const browserPatience = 120_000

/**
 * How often a test in a browser may start again. Browsers crash, above all on a busy machine. A test that fails three times
 * is broken. `end-of-tests.ts` prints the name of each test that needed it.
 */
export const browserRetries = 2

/** How often a test with processes, sockets or React may start again. The end of the run names each one that did. */
export const processRetries = 1
