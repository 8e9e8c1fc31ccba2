/**
 * The name in a query that asks for a document with all deferred values, for browsers without JavaScript.
 *
 * It has its own file because a browser loads it only with documents that have deferred values.
 */
export const waitParam = '_wait'
