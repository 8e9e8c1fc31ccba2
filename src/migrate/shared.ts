// The exports for the command `framework migrate`. They are not published.
export { migrateApp, type Migration } from './migrate-app.ts'
export { findManager } from './old-app.ts'
