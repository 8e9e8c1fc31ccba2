import { addressOptions, readAddress } from './address.ts'
import type { Command } from './command.ts'
import { checkPlugin, importVite } from './project.ts'

/** `framework dev`: the app with Vite's dev server, on this machine only unless a host is given. */
export const devCommand: Command = {
  usage: '[options]',
  summary: 'Serve the app for development; it follows your edits',
  options: {
    ...addressOptions,
    mode: { value: '<mode>', help: 'Which .env files to load (default: development)' },
  },

  async run(values) {
    const { port, host } = readAddress(values, process.env)
    const { createServer } = await importVite()

    const server = await createServer({
      mode: values['mode'] === undefined ? undefined : String(values['mode']),
      server: { port: port ?? 3000, strictPort: port !== undefined, host },
    })
    try {
      checkPlugin(server.config.plugins)
      await server.listen()
    } catch (error) {
      await server.close()
      throw explain(error, port)
    }

    server.printUrls()
  },
}

function explain(error: unknown, port: number | undefined): unknown {
  const isTaken = error instanceof Error && /already in use/.test(error.message)
  return isTaken
    ? new Error(
        `Cannot listen on port ${port}: another server is already there. Stop it, or pass another --port (0 takes a free one)`,
        { cause: error },
      )
    : error
}
