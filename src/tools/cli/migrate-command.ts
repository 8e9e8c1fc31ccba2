import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import type { Command } from './command.ts'
import { packFramework } from './create-project.ts'
import { importVite } from './project.ts'
import type { Migration } from '../migrate/shared.ts'

/** `framework migrate` moves an app of Remix or React Router. */
export const migrateCommand: Command = {
  usage: '[folder] [options]',
  summary: 'Move an app of Remix or React Router to the framework',
  takesFolder: true,
  options: {
    dry: { help: 'Print the changes as a diff, and change nothing' },
    force: { help: 'Go on although git has changes that are not committed, or there is no git' },
    'no-run': { help: 'Do not run the old tool to list the routes' },
    framework: {
      value: '<version>',
      help: 'The version that the app depends on (default: this one, packed into vendor/)',
    },
  },

  async run(values, output, given = '.') {
    const folder = resolve(given)
    await importVite()
    const { compareFolders, describeFinding, findManager, migrateApp } =
      await import('../migrate/shared.ts')
    const migration = await migrateApp({
      folder,
      isForced: values['force'] === true,
      isDry: values['dry'] === true,
      isRun: values['no-run'] !== true,
      timeout: 60_000,
      say: output.out,
      framework: async () =>
        values['framework'] === undefined
          ? packFramework()
          : { version: String(values['framework']) },
    })
    if (migration === undefined) {
      output.out('✓ Nothing to change: the app has no package of Remix or React Router.')
      return
    }
    if (values['dry'] === true) {
      output.out(await printDiff(folder, migration.changes, compareFolders))
    }
    const left = migration.report.left.map(
      (finding, at) => `${at + 1}. ${describeFinding(finding).join(' ')}`,
    )
    output.out(summarize(migration, left, folder, findManager(folder)))
  },
}

function summarize(
  { report }: Migration,
  left: readonly string[],
  folder: string,
  [lock, manager]: readonly [lock: string, manager: string],
): string {
  const path = relative(process.cwd(), folder) || '.'
  const places = Array.from(report.changes.values()).reduce((sum, count) => sum + count, 0)
  return [
    `✓ Changed ${places} places. ${left.length === 0 ? 'Nothing is left that the command can see.' : 'Left for you:'}`,
    ...(left.length > 0 ? ['', ...left] : []),
    '',
    `${report.different.length} things behave differently: see migration.md. Next:`,
    '',
    ...(path === '.' ? [] : [`  cd ${path}`]),
    // The lock file would keep the packages of the old tool, and with them the old Vite.
    `  rm -rf node_modules ${lock}`,
    `  ${manager} install`,
    '  npx tsc --noEmit',
    `  ${manager} run dev`,
  ].join('\n')
}

/** Compares the files of the app with the changed ones, in a temporary folder. */
async function printDiff(
  folder: string,
  changes: Migration['changes'],
  compare: (folder: string) => Promise<string>,
): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'framework-migrate-'))
  try {
    for (const [path, text] of changes) {
      const [before, after] = [join(parent, 'a', path), join(parent, 'b', path)]
      await mkdir(dirname(before), { recursive: true })
      await mkdir(dirname(after), { recursive: true })
      if (existsSync(join(folder, path))) await cp(join(folder, path), before)
      if (text !== undefined) await writeFile(after, text)
    }
    return await compare(parent)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}
