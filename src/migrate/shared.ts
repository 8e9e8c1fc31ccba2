// What `framework migrate` uses from this folder. It is not published.
export { migrateApp, type Migration } from './migrate-app.ts'
export { findManager } from './old-app.ts'
