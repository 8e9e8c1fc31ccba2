import { tokensToUnicode } from './domain-to-unicode.ts'
import { createProgram, run, type Meter, type Program, type Subject } from './program.ts'
import type { RoutePattern } from './route-pattern.ts'
import { capturesOf, isAnyHost, type Captures } from './tokens.ts'
import type { Origin } from './url-parts.ts'

/** The protocol, host and port of a pattern, prepared for matching. */
export interface OriginProgram {
  readonly pattern: RoutePattern
  readonly host: Program
  readonly captures: Captures
}

export function createOriginProgram(pattern: RoutePattern): OriginProgram {
  const tokens = isAnyHost(pattern.hostname) ? ['*'] : tokensToUnicode(pattern.hostname!)
  return { pattern, host: createProgram(tokens), captures: capturesOf(tokens) }
}

/** Returns where the captures begin and end in the host of `origin`, or `null` if it does not match. */
export function matchOrigin(
  { pattern, host }: OriginProgram,
  origin: Origin,
  hostname: Subject,
  meter: Meter,
): number[] | null {
  meter.work++
  if (!acceptsProtocol(pattern, origin) || !acceptsPort(pattern, origin)) return null
  return run(host, hostname, meter)
}

function acceptsProtocol({ protocol }: RoutePattern, origin: Origin): boolean {
  return protocol === '' || protocol === 'http(s)' || protocol === origin.protocol
}

function acceptsPort({ hostname, port }: RoutePattern, origin: Origin): boolean {
  if (port === '') return isAnyHost(hostname) || origin.port === ''
  return Number(port) === Number(origin.port || (origin.protocol === 'https' ? 443 : 80))
}
