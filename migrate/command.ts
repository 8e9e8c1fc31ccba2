import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { frameworkFolder, isClone } from './framework-folder.ts'
import type { FrameworkPackage, Migration } from './migrate-app.ts'
import {
  callCommand,
  consoleOutput,
  importVite,
  packFramework,
  withoutControls,
  type Command,
  type Output,
} from '../src/tools/cli/shared.ts'

/**
 * Runs the program `framework-migrate`.
 *
 * @param args The arguments after its name
 * @returns The exit code: 0, or 1 if the command failed
 */
export function run(args: readonly string[], output: Output = consoleOutput): Promise<number> {
  const program = isClone ? 'npm run migrate --' : 'framework-migrate'
  return callCommand(program, command, args, withoutControls(output))
}

const command: Command = {
  usage: '[folder] [options]',
  summary: 'Move an app of Remix or React Router to the framework',
  takesFolder: true,
  options: {
    dry: { help: 'Print the changes as a diff, and change nothing' },
    force: { help: 'Go on although git has changes that are not committed, or there is no git' },
    'no-run': { help: 'Do not run the old tool to list the routes' },
    framework: {
      value: '<version>',
      help: `The version that the app depends on (default: this one${isClone ? ', packed into vendor/' : ''})`,
    },
  },

  async run(values, output, given = '.') {
    const folder = resolve(given)
    await importVite()
    // These modules import Vite.
    const { compareFolders, describeFinding, findManager, findRoot, migrateApp, readLeft } =
      await import('./rules.ts')
    const migration = await migrateApp({
      folder,
      isForced: values['force'] === true,
      isDry: values['dry'] === true,
      isRun: values['no-run'] !== true,
      timeout: 60_000,
      say: output.out,
      framework: () => findFramework(values['framework']),
    })
    if (migration === undefined) {
      const file = join(folder, 'migration.md')
      const left = existsSync(file) ? readLeft(readFileSync(file, 'utf8')) : []
      output.out(
        left.length === 0
          ? '✓ Nothing to change: the app has no package of Remix or React Router.'
          : `✓ Nothing to change: the app has moved. migration.md lists what is left:\n\n${left.join('\n')}`,
      )
      return
    }
    if (values['dry'] === true) {
      output.out(await printDiff(folder, migration.changes, compareFolders))
    }
    const left = migration.report.left.map(
      (finding, at) => `${at + 1}. ${describeFinding(finding).join(' ')}`,
    )
    const root = relative(folder, findRoot(folder))
    output.out(summarize(migration, left, folder, root, findManager(folder)))
  },
}

async function findFramework(version: string | boolean | undefined): Promise<FrameworkPackage> {
  if (version !== undefined) return { version: String(version) }
  if (isClone) return packFramework()
  const manifest = readFileSync(join(frameworkFolder, 'package.json'), 'utf8')
  return { version: `^${(JSON.parse(manifest) as { version: string }).version}` }
}

function summarize(
  { report }: Migration,
  left: readonly string[],
  folder: string,
  root: string,
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
    `  rm -rf ${[...(root === '' ? [] : ['node_modules']), join(root, 'node_modules'), join(root, lock)].join(' ')}`,
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
