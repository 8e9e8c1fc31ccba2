import { DatabaseSync } from 'node:sqlite'

/** Where the keys of submissions are. */
export const db = new DatabaseSync(':memory:')
