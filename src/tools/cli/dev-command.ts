import { addressOptions, readAddress } from './address.ts'
import type { Command } from './command.ts'
import { checkPlugin, importVite } from './project.ts'

/** `framework dev` serves the app with Vite's dev server. Without a host, only this computer can connect. */
export const devCommand: Command = {
  usage: '[options]',
  summary: 'Start the development server, which applies your edits',
  options: {
    ...addressOptions,
    mode: { value: '<mode>', help: 'Which .env files to load (default: development)' },
  },

  async run(values, output) {
    const { port, host } = readAddress(values, process.env)
    // Containers often set NODE_ENV to production. With that, React has no hot updates, and apps set cookies that need
    // HTTPS.
    if (process.env['NODE_ENV'] === 'production') {
      output.out(
        'Using NODE_ENV=development instead of production: this is the development server.',
      )
      process.env['NODE_ENV'] = 'development'
    }
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
        `Cannot listen on port ${port}: it is already in use. Stop the other server, or pass another --port (0 uses a free port).`,
        { cause: error },
      )
    : error
}
