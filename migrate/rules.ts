// What the command loads when Vite is there.
export { compareFolders } from './git.ts'
export { migrateApp } from './migrate-app.ts'
export { findManager } from './old-app.ts'
export { describeFinding } from './report.ts'
