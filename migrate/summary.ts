import { join, relative } from 'node:path'
import type { Migration } from './migrate-app.ts'
import { describeFinding } from './report.ts'
import { findManager, findRoot } from './workspace.ts'

/** What the command prints at the end of a move: what is left, what to run next, and how to take the move back. */
export function summarize({ report, added, isTypeScript }: Migration, folder: string): string {
  const path = relative(process.cwd(), folder) || '.'
  const root = relative(folder, findRoot(folder))
  const [lock, manager] = findManager(folder)
  const places = Array.from(report.changes.values()).reduce((sum, count) => sum + count, 0)
  const left = report.left.map((finding, at) => `${at + 1}. ${describeFinding(finding).join(' ')}`)
  return [
    `✓ Changed ${places} places. ${left.length === 0 ? 'Nothing is left that the command can see.' : 'Left for you:'}`,
    ...(left.length > 0 ? ['', ...left] : []),
    '',
    `${report.different.length} things behave differently: see migration.md. Next:`,
    '',
    ...(path === '.' ? [] : [`  cd ${path}`]),
    // The lock file would keep the packages of the old tool, and with them the old Vite.
    `  rm -rf ${[...(root === '' ? [] : ['node_modules']), join(root, 'node_modules'), join(root, lock)].join(' ')}`,
    `  ${manager} install`,
    ...(isTypeScript ? ['  npx tsc --noEmit'] : []),
    `  ${manager} run dev`,
    '',
    `To take all of it back, run there: git checkout . && git clean -fdxq ${added.map(quoteWord).join(' ')}`,
  ].join('\n')
}

function quoteWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
