import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  compareStrangers,
  formatFaults,
  formatSummary,
  runProof,
  type ProveOptions,
} from '../prove/shared.ts'
import type { Command, CommandValues } from './command.ts'

const serverEntry = 'build/server/index.js'

/** `framework prove` attacks the built app and reports which requests break a rule. */
export const proveCommand: Command = {
  usage: '[options]',
  summary: 'Attack the built app: crashes, gaps in guards, leaks, input that slips through',
  options: {
    writes: { help: 'Also send requests that can change data' },
    users: {
      value: '<file>',
      help: 'Also look for data of one of these users that another one sees',
    },
    strangers: {
      value: '<file>',
      help: 'Write the routes that every visitor may use, or fail if they differ',
    },
    only: { value: '<pattern>', help: 'Attack only this route, such as /books/:slug' },
    time: { value: '<seconds>', help: 'How long to send requests (default: 60)' },
    mode: { value: '<mode>', help: 'Which .env files to load (default: test)' },
  },

  async run(values, output) {
    const options = readOptions(values)
    const root = process.cwd()
    const entry = join(root, serverEntry)
    if (!existsSync(entry)) {
      throw new Error(`Cannot find ${serverEntry}. Run npx framework build first.`)
    }
    const users = readUsersFile(root, values)
    const { strangers } = values

    output.out(`Attacking ${serverEntry} …`)
    if (options.writes) output.out('Requests may change data, because of --writes.')
    const mode = String(values['mode'] ?? 'test')
    const report = await runProof({ root, entry, users, mode, options })
    output.out(formatSummary(report, values))
    const problems = report.faults.length > 0 ? [formatFaults(report)] : []
    problems.unshift(...report.failures)
    if (strangers !== undefined) {
      try {
        output.out(compareStrangers(String(strangers), report.strangers))
      } catch (error) {
        problems.unshift((error as Error).message)
      }
    }
    if (problems.length > 0) throw new Error(`\n${problems.join('\n\n')}`)
    output.out('Found no faults.')
  },
}

function readUsersFile(root: string, { users }: CommandValues): string | undefined {
  if (users === undefined) return undefined
  const file = resolve(root, String(users))
  if (!existsSync(file)) {
    throw new Error(
      `Cannot find ${String(users)}. Give a file whose default export signs users in: see ProveUsers of framework/testing.`,
    )
  }
  return file
}

/**
 * Reads the options of the command.
 *
 * @throws {Error} If a value is not a number, or options exclude each other
 */
export function readOptions({ writes, only, time, strangers }: CommandValues): ProveOptions {
  if (time !== undefined && !/^[1-9]\d{0,4}$/.test(String(time))) {
    throw new Error(`Cannot use --time ${time}: give the seconds, 1 or more`)
  }
  if (only !== undefined && strangers !== undefined) {
    throw new Error(
      `Cannot use --strangers with --only ${only}: the file has all routes. Leave out one of them`,
    )
  }

  return {
    time: Number(time ?? 60) * 1_000,
    writes: writes === true,
    only: only === undefined ? undefined : String(only),
  }
}
