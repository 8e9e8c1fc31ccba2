// The exports for the command. They are not published.
export { acceptDifferences, writeDifferences, type Judged } from './accept-list.ts'
export { compareApps, type CompareOptions, type Comparison } from './compare-apps.ts'
export { comparedPages, formatDifferences, formatPages } from './format-report.ts'
export { checkSelector } from './selector.ts'
export { createHydrationFinder } from './hydration.ts'
