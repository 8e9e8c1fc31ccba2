// What the command loads when Vite is there.
export { checkBuild, findProgram } from './check-build.ts'
export { migrateApp } from './migrate-app.ts'
export { printDiff } from './print-diff.ts'
export { readLeft } from './report.ts'
export { summarize } from './summary.ts'
