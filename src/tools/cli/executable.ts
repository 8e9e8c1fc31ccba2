// The code that an executable runs beside the app. `build-executable.ts` bundles both into one script.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { loadEnv } from '../../edges/env/shared.ts'
import type { ServeOptions } from '../../edges/node/index.ts'
import type { ServerBuild } from '../../pages/server/index.ts'
import { serveBuild, type BuiltApp } from '../../pages/server/shared.ts'
import { helpText, parseConfig } from './command.ts'
import { readPack } from './pack-files.ts'
import { readServeOptions, serveOptions } from './serve-options.ts'

// This runs before the modules of the app are imported, which read the environment.
process.env['NODE_ENV'] ??= 'production'
loadEnv(process.cwd(), 'production')
const options = readCommandLine()

/**
 * Writes the files of a pack into a new folder that only this user can read. It is removed when the process ends.
 *
 * @returns The folder
 */
export function unpack(pack: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'app-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of readPack(pack)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return folder
}

/** Gives a build the pages that were stored in it. */
export function readStored(folder: string): ServerBuild['prerendered'] {
  const server = join(folder, 'server')
  return {
    pages: JSON.parse(readFileSync(join(server, 'prerendered.json'), 'utf8')),
    read: (file) => readFile(join(server, 'chunks/prerendered', file)).catch(() => null),
  }
}

/** Serves the app as `framework start` does. */
export async function serveApp(
  folder: string,
  base: string,
  handler: FetchHandlerSource,
  router: BuiltApp['router'],
): Promise<void> {
  const app = { default: handler, base, router }
  const server = await serveBuild(app, join(folder, 'client'), { ...options, handleSignals: false })
  let isClosing = false
  // As with `serve()`, signals close the server. But here the process ends by itself, so that it removes the folder.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A `start` that has failed has set the exit code.
      process.exitCode ??= 128 + constants.signals[signal]
      if (isClosing) process.exit()
      isClosing = true
      void server.close()
    })
  }
  await server.closed
  process.exit()
}

/** Reads the options of `framework start`. Ends the process if one cannot be used, before the app begins. */
function readCommandLine(): ServeOptions {
  const command = {
    usage: '[options]',
    summary: 'Serve the app',
    options: serveOptions,
    run: async () => {},
  }
  try {
    const { values } = parseArgs({ options: parseConfig(command) })
    if (values['help'] !== true) {
      return readServeOptions(values as Record<string, string | boolean>, process.env)
    }
    console.log(helpText(basename(process.execPath), command).replace('framework ', ''))
    process.exit()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
