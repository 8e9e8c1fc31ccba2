import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FetchHandlerSource } from '../fetch-router/index.ts'
import { handleIncoming, type IncomingHandler } from '../internal/incoming.ts'
import { loadEnv } from '../internal/load-env.ts'
import { serve } from '../node/index.ts'
import { addressOptions, readAddress } from './address.ts'
import { readClientFiles, type ClientFiles } from './client-files.ts'
import type { Command } from './command.ts'
import { mapStacks } from './map-stacks.ts'

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
    mapStacks()
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
  const answer =
    typeof handler === 'function' ? handler : (request: Request) => handler.fetch(request)
  const fetch = async (request: Request): Promise<Response> =>
    (await files.answer(request)) ?? answer(request)
  if (!(handleIncoming in handler)) return fetch

  const app = handler as FetchHandlerSource & IncomingHandler
  return Object.assign(fetch, {
    [handleIncoming]: (incoming) =>
      files.has(incoming.method, incoming.url)
        ? fetch(incoming.request)
        : app[handleIncoming](incoming),
  } satisfies IncomingHandler)
}
