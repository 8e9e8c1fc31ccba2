import type { CommandOption, CommandValues } from './command.ts'

/** The options of a command that listens. */
export const addressOptions: Record<'port' | 'host', CommandOption> = {
  port: { value: '<port>', help: 'The port; 0 is a free one (default: PORT, or 3000)' },
  host: { value: '<host>', help: 'The name or address to listen on (default: HOST)' },
}

/** Where to listen; `undefined` where neither an option nor the environment says so. */
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
      `Cannot listen on ${name} ${JSON.stringify(text)}: use a number from 0 to 65535`,
    )
  }
  return port
}
