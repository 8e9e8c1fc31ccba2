import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createFetchHandler, type FetchHandlerSource } from '../fetch-router/index.ts'
import {
  createArrivalHandler,
  pass,
  requestOf,
  takesIncoming,
} from '../internal/exchange/incoming.ts'
import { loadEnv } from '../internal/load-env.ts'
import { serve } from '../node/index.ts'
import { addressOptions, readAddress } from './address.ts'
import { readClientFiles, type ClientFiles } from './client-files.ts'
import type { Command } from './command.ts'

const serverEntry = 'build/server/index.js'
const clientFolder = 'build/client'

/** `framework start`: the built app with Node. */
export const startCommand: Command = {
  usage: '[options]',
  summary: 'Serve the built app in production',
  options: {
    ...addressOptions,
    mode: { value: '<mode>', help: 'Which .env files to load (default: production)' },
  },

  async run(values) {
    const root = process.cwd()
    // React looks at it when it is imported.
    process.env['NODE_ENV'] ??= 'production'
    loadEnv(root, String(values['mode'] ?? 'production'))
    const { port, host } = readAddress(values, process.env)

    for (const path of [serverEntry, clientFolder]) {
      if (!existsSync(join(root, path))) {
        throw new Error(`Cannot find ${path}: run framework build first`)
      }
    }
    const entry = join(root, serverEntry)
    const { default: handler, base = '/' } = (await import(pathToFileURL(entry).href)) as {
      default: FetchHandlerSource
      base?: string
    }

    const files = await readClientFiles(join(root, clientFolder), base)
    await serve(filesFirst(files, handler), { port: port ?? 3000, host })
  },
}

/** Answers with a file if there is one, otherwise with the app, without making a `Request` in between. */
export function filesFirst(files: ClientFiles, handler: FetchHandlerSource): FetchHandlerSource {
  const app = takesIncoming(handler) ? handler : createFetchHandler(handler)

  return createArrivalHandler(async (arrival) => {
    const hasFile = files.has(arrival.method, arrival.url)
    const file = hasFile ? await files.answer(requestOf(arrival)) : undefined
    return file ?? pass(app, arrival)
  })
}
