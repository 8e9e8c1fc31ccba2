import { existsSync } from 'node:fs'
import { setSourceMapsSupport } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FetchHandlerSource } from '../fetch-router/index.ts'
import { proof } from '../internal/handler-start.ts'
import { loadEnv } from '../internal/load-env.ts'
import type { Command, CommandValues } from './command.ts'
import { formatFaults, formatSummary } from './prove/format-report.ts'
import { proveApp, type ProveOptions } from './prove/prove-app.ts'
import { startWatchdog } from './prove/watchdog.ts'

const serverEntry = 'build/server/index.js'
/** How many milliseconds one request may block the process. */
const maxBlocked = 30_000

/** `framework prove` attacks the built app and reports which requests break a rule. */
export const proveCommand: Command = {
  usage: '[options]',
  summary: 'Attack the built app: crashes, input that slips through, gaps in guards',
  options: {
    writes: { help: 'Also send requests that can change data' },
    only: { value: '<pattern>', help: 'Attack only this route, such as /books/:slug' },
    seed: { value: '<n>', help: 'Repeat the run that printed this seed' },
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
    if (proof === undefined) {
      throw new Error(
        'Cannot see the handlers of the app: FRAMEWORK_PROVE=1 was not set when the framework was imported. Run npx framework prove.',
      )
    }
    // React reads `NODE_ENV` when it is imported.
    process.env['NODE_ENV'] ??= 'production'
    loadEnv(root, String(values['mode'] ?? 'test'))
    setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })

    output.out(`Attacking ${serverEntry} with seed ${options.seed} …`)
    if (options.writes) output.out('Requests may change data, because of --writes.')
    const { default: handler } = (await import(pathToFileURL(entry).href)) as {
      default: FetchHandlerSource
    }
    const watchdog = startWatchdog(maxBlocked)
    const report = await proveApp(handler, proof, { ...options, onSend: watchdog.watch })
    watchdog.stop()
    output.out(formatSummary(report, options.time))
    if (report.faults.length > 0) {
      throw new Error(`\n${formatFaults({ ...report, seed: options.seed })}`)
    }
    output.out('Found no faults.')
  },
}

/**
 * Reads the options of the command.
 *
 * @throws {Error} If a number is not one
 */
export function readOptions({ writes, only, seed, time }: CommandValues): ProveOptions {
  if (seed !== undefined && !/^\d{1,9}$/.test(String(seed))) {
    throw new Error(`Cannot use --seed ${seed}: give the number that an earlier run printed`)
  }
  if (time !== undefined && !/^[1-9]\d{0,4}$/.test(String(time))) {
    throw new Error(`Cannot use --time ${time}: give the seconds, 1 or more`)
  }

  return {
    seed: seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(seed),
    time: Number(time ?? 60) * 1_000,
    writes: writes === true,
    only: only === undefined ? undefined : String(only),
  }
}
