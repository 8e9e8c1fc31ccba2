import type { CommandOption, CommandValues } from './command.ts'

/** The options of commands that start a server. */
export const addressOptions: Record<'port' | 'host', CommandOption> = {
  port: {
    value: '<port>',
    help: 'The port to listen on; 0 uses a free port (default: PORT, or 3000)',
  },
  host: { value: '<host>', help: 'The host name or address to listen on (default: HOST)' },
}

/**
 * The address to listen on. A field is `undefined` if neither the options nor the environment set
 * it.
 */
interface Address {
  port: number | undefined
  host: string | undefined
}

/**
 * Reads `--port` and `--host`, then `PORT` and `HOST`.
 *
 * @throws {Error} If the port is not a number from 0 to 65535
 */
export function readAddress(
  values: CommandValues,
  env: Readonly<Record<string, string | undefined>>,
): Address {
  const [name, port] =
    values['port'] === undefined ? ['PORT', env['PORT']] : ['--port', String(values['port'])]
  const host = values['host'] ?? env['HOST']

  return {
    port: port === undefined || port === '' ? undefined : readPort(name, port),
    host: host === undefined || host === '' ? undefined : String(host),
  }
}

function readPort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (port < 0 || port > 65_535) {
    throw new Error(
      `Cannot listen on ${name} ${JSON.stringify(text)}. Use a number from 0 to 65535.`,
    )
  }
  return port
}
