// The exports for the command `framework migrate`. They are not published.
export { compareFolders } from './git.ts'
export { migrateApp, type FrameworkPackage, type Migration } from './migrate-app.ts'
export { findManager } from './old-app.ts'
export { describeFinding } from './report.ts'
