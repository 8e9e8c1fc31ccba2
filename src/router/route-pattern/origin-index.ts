import { tokensToUnicode } from './domain-to-unicode.ts'
import { createProgram, run, type Meter, type Program, Subject } from './program.ts'
import { type RoutePattern, eraseOrigin } from './route-pattern.ts'
import { capturesOf, isAnyHost, type Captures } from './tokens.ts'
import type { Origin } from './url-parts.ts'
import { compareHosts, type Spans } from './compare-spans.ts'

/** A value whose origin matches. */
interface OriginMatch<Value> extends OriginGroup<Value>, Spans {}

/** The patterns with the same origin. `pattern` is one of them. */
interface OriginGroup<Value> extends OriginProgram {
  readonly value: Value
}

/** An index of the origins of patterns: protocol, host and port. Each origin has a value. */
export class OriginIndex<Value> {
  readonly #create: () => Value
  readonly #groups = new Map<string, OriginGroup<Value>>()
  readonly #groupsOfHost = new Map<string, OriginGroup<Value>[]>()
  readonly #groupsOfAnyHost: OriginGroup<Value>[] = []

  constructor(create: () => Value) {
    this.#create = create
  }

  /** Returns the value for the origin of `pattern`. Creates it if there is none. */
  get(pattern: RoutePattern): Value {
    const key = eraseOrigin(pattern)
    const known = this.#groups.get(key)
    if (known !== undefined) return known.value

    const group = { ...createOriginProgram(pattern), value: this.#create() }
    this.#groups.set(key, group)
    const { host, captures } = group
    if (host.texts.length === 1 && captures.names.length === 0) {
      const name = host.texts[0]!
      const groups = this.#groupsOfHost.get(name)
      if (groups === undefined) this.#groupsOfHost.set(name, [group])
      else groups.push(group)
    } else this.#groupsOfAnyHost.push(group)
    return group.value
  }

  /** Returns the values whose origin matches, the most specific first. Equally specific values are in one list. */
  find(origin: Origin, meter: Meter): OriginMatch<Value>[][] {
    const subject = new Subject(origin.hostname, origin.hostname, '.')
    const matches: OriginMatch<Value>[] = []
    for (const group of [
      ...(this.#groupsOfHost.get(origin.hostname) ?? []),
      ...this.#groupsOfAnyHost,
    ]) {
      const spans = matchOrigin(group, origin, subject, meter)
      if (spans !== null) matches.push({ ...group, spans, variables: group.captures.variables })
    }

    matches.sort((a, b) => compareOrigins(a, b, origin.hostname))
    const tiers: OriginMatch<Value>[][] = []
    for (const match of matches) {
      const last = tiers.at(-1)
      if (last !== undefined && compareOrigins(last[0]!, match, origin.hostname) === 0)
        last.push(match)
      else tiers.push([match])
    }
    return tiers
  }
}

function compareOrigins(
  a: OriginMatch<unknown>,
  b: OriginMatch<unknown>,
  hostname: string,
): number {
  return compareOriginKinds(a.pattern, b.pattern) || compareHosts(a, b, hostname)
}

/** Compares two patterns: an explicit protocol comes first, then an explicit port. */
export function compareOriginKinds(a: RoutePattern, b: RoutePattern): number {
  return (
    Number(isExplicit(b.protocol)) - Number(isExplicit(a.protocol)) ||
    Number(b.port !== '') - Number(a.port !== '')
  )
}

function isExplicit(protocol: string): boolean {
  return protocol === 'http' || protocol === 'https'
}

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

/** Returns the positions of the captures in the host of `origin`, or `null` if it does not match. */
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
