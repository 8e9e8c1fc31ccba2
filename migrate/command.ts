import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { frameworkFolder, isClone } from './framework-folder.ts'
import type { FrameworkPackage } from './migrate-app.ts'
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
    'no-run': {
      help: 'Run no code of the app: not the old tool, which lists the routes, and no build at the end',
    },
    framework: {
      value: '<version>',
      help: `The version that the app depends on (default: this one${isClone ? ', packed into vendor/' : ''})`,
    },
  },

  async run(values, output, given = '.') {
    const folder = resolve(given)
    await importVite()
    // These modules import Vite.
    const { checkBuild, findProgram, migrateApp, printDiff, readLeft, summarize } =
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
    if (migration === undefined) output.out(describeRest(folder, readLeft))
    else {
      if (values['dry'] === true) output.out(await printDiff(folder, migration.changes))
      output.out(summarize(migration, folder))
    }

    if (values['dry'] === true || values['no-run'] === true) return
    const program = findProgram(folder)
    if (program === undefined) {
      output.out(
        '\nWhen the packages are installed, run this command again: it builds the app, and opens / in the build.',
      )
      return
    }
    output.out(`\nBuilding the app with ${program} …`)
    output.out(`✓ ${await checkBuild(folder, program)}`)
  },
}

async function findFramework(version: string | boolean | undefined): Promise<FrameworkPackage> {
  if (version !== undefined) return { version: String(version) }
  if (isClone) return packFramework()
  const manifest = readFileSync(join(frameworkFolder, 'package.json'), 'utf8')
  return { version: `^${(JSON.parse(manifest) as { version: string }).version}` }
}

/** What a run says if the app has moved already. */
function describeRest(folder: string, readLeft: (report: string) => string[]): string {
  const file = join(folder, 'migration.md')
  const left = existsSync(file) ? readLeft(readFileSync(file, 'utf8')) : []
  return left.length === 0
    ? '✓ Nothing to change: the app has no package of Remix or React Router.'
    : `✓ Nothing to change: the app has moved. migration.md lists what is left:\n\n${left.join('\n')}`
}
