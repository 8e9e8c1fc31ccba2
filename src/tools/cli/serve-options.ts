import type { ServeOptions } from '../../edges/node/index.ts'
import { addressOptions, readAddress } from './address.ts'
import type { CommandOption, CommandValues } from './command.ts'

/** The options of `framework start` that it passes to `serve()`. */
export const serveOptions: Record<string, CommandOption> = {
  ...addressOptions,
  'trust-proxy': {
    value: '<list>',
    help: 'Addresses and networks of your proxies, such as 10.0.0.0/8,unix',
  },
  health: { value: '<path>', help: 'Respond to health checks at this path and at <path>/live' },
  'drain-delay': {
    value: '<ms>',
    help: 'How long to accept requests after SIGTERM (default: 0)',
  },
  'grace-time': {
    value: '<ms>',
    help: 'How long requests and the work of start may take after that (default: 10000)',
  },
}

/**
 * Reads the options of `serve()` from the command line and the environment.
 *
 * If `systemd` has opened a socket, the server uses that one. The variables of `systemd` are removed, because they are for
 * this process and not for its children.
 *
 * @throws {Error} If a value cannot be used
 */
export function readServeOptions(
  values: CommandValues,
  env: Record<string, string | undefined>,
): ServeOptions {
  const { port = 3000, host } = readAddress(values, env)
  const trusted = values['trust-proxy']
  const health = values['health']
  const hasSocket = env['LISTEN_PID'] === String(process.pid) && env['LISTEN_FDS'] === '1'
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete env[name]

  return {
    port,
    host,
    drainDelay: readTime('drain-delay', values) ?? 0,
    ...(values['grace-time'] !== undefined && { graceTime: readTime('grace-time', values) }),
    ...(trusted !== undefined && { trustProxy: String(trusted).split(',') }),
    ...(health !== undefined && { health: String(health) }),
    ...(hasSocket && { fd: FIRST_SOCKET }),
  }
}

/** The number of the first socket that `systemd` passes. Lower numbers are standard input, output and errors. */
const FIRST_SOCKET = 3

function readTime(name: string, { [name]: text }: CommandValues): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,7}$/.test(String(text))) return Number(text)

  throw new Error(
    `Cannot use ${JSON.stringify(text)} as --${name}. Use milliseconds, such as 5000.`,
  )
}
