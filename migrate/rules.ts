// What the command loads when Vite is there.
export { compareFolders } from './git.ts'
export { migrateApp } from './migrate-app.ts'
export { describeFinding, readLeft } from './report.ts'
export { findManager, findRoot } from './workspace.ts'
