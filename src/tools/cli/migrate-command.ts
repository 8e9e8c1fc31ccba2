import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ForwardedCommand, Output } from './command.ts'

/** `framework migrate` runs the package framework-migrate. An app needs it once, so it is not part of this package. */
export const migrateCommand: ForwardedCommand = {
  summary: 'Move an app of Remix or React Router to the framework, with framework-migrate',

  async forward(args, output) {
    const program = findProgram()
    if (program === undefined) {
      output.error(
        'Cannot find the package framework-migrate. Run: npx framework-migrate ../old-app\n' +
          'In a clone of the framework, run: npm run migrate ../old-app',
      )
      return 1
    }
    const { run } = (await import(pathToFileURL(program).href)) as Migrate
    return run(args, output)
  },
}

interface Migrate {
  run(args: readonly string[], output: Output): Promise<number>
}

/** Finds the package in the current folder, and else beside the framework. */
function findProgram(): string | undefined {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.filename]) {
    try {
      return createRequire(from).resolve('framework-migrate')
    } catch {
      // It is not installed here.
    }
  }
  return undefined
}
