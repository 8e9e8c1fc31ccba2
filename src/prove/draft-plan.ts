import type { Schema } from '../contract/index.ts'
import type { ContractPart } from '../contract/shared.ts'
import { isSafeMethod } from '../internal/http.ts'
import { addBasename } from '../page-protocol/shared.ts'
import { capturesOf, readingWith, writeTokens } from '../route-pattern/shared.ts'
import { encodeText, type Attack } from './attack.ts'
import type { Random } from './random.ts'
import { readSent } from './read-sent.ts'
import type { Target } from './targets.ts'
import { validValues } from './valid-values.ts'
import { entriesOf, queryOf, withBody, type Kind } from './write-values.ts'

/** An attack on a target, and what is special about it. */
export interface Planned {
  readonly target: Target
  readonly attack: Attack
  /** In words: `with a lone surrogate in "title"`. */
  readonly what: string
  /** Whether the input is that of the plain request, so that a guard must treat both alike. */
  readonly keepsInput?: boolean
  /** Whether a browser would send it from a page of another site. */
  readonly isForeign?: boolean
  /** Whether it can only find a gap in a guard. */
  readonly isForGuard?: boolean
}

/** What all attacks on a target begin with. */
export interface Draft {
  readonly target: Target
  readonly random: Random
  readonly isSafe: boolean
  /** The plain request, with valid input. */
  readonly base: Attack
  readonly params: Schema | undefined
  readonly search: Schema | undefined
  readonly body: Schema | undefined
  /** Valid values for the query. */
  readonly searches: readonly unknown[]
  /** Valid values for the body. */
  readonly bodies: readonly unknown[]
  /** The plain request with each of them, in each way in which the contract accepts it. */
  readonly validBodies: readonly Attack[]
  /** How the route takes a body. */
  readonly kinds: readonly Kind[]
  /** Writes the path with other params. A param stays as it is where `change` returns `undefined`. */
  pathWith(change: (name: string) => string | undefined): string
  /** Plans one attack: the plain request with some changes. */
  plan(what: string, changed: Partial<Attack>, options?: Partial<Planned>): Planned
}

/**
 * Creates valid input for a target.
 *
 * @param links Paths that pages of the app link to. They have params of things that exist
 */
export async function draftPlan(
  target: Target,
  random: Random,
  links: Iterable<string>,
): Promise<Draft> {
  const { method, contract } = target
  const schemaOf = (name: ContractPart['name']): Schema | undefined =>
    contract?.parts.find((part) => part.name === name)?.schema
  const [params, search, body] = [schemaOf('params'), schemaOf('search'), schemaOf('body')]
  const isSafe = isSafeMethod(method)
  const kinds = kindsOf(target)

  const paramTexts = await textsOfParams(target, params, random, links)
  const searches = search ? await validValues(search, random) : []
  const bodies = body ? await validValues(body, random) : []
  const plain: Attack = {
    method,
    origin: target.origin,
    path: writePath(target, (name) => paramTexts[name] ?? '1', random.below(2) === 0),
    query: [...target.query, ...queryOf(searches[0])],
    headers: isSafe ? [['Accept', 'text/html']] : [],
    body: undefined,
  }
  const validBodies: Attack[] = []
  for (const value of isSafe ? [] : bodies) {
    for (const kind of kinds) {
      const attack = withBody(plain, value, [kind])
      if (await acceptsBody(target, attack)) validBodies.push(attack)
    }
  }

  const base = validBodies[0] ?? withBody(plain, isSafe ? undefined : bodies[0], kinds)

  return {
    target,
    random,
    isSafe,
    base,
    params,
    search,
    body,
    searches,
    bodies,
    validBodies,
    kinds,
    pathWith: (change) =>
      writePath(target, (name) => change(name) ?? paramTexts[name] ?? '1', true),
    plan: (what, changed, options) => ({
      target,
      attack: { ...base, ...changed },
      what,
      ...options,
    }),
  }
}

/** A form cannot express everything: an empty list of objects is missing in it. */
async function acceptsBody({ contract, isPage }: Target, attack: Attack): Promise<boolean> {
  if (contract === undefined || attack.body === undefined) return false
  const parts = contract.parts.filter(({ name }) => name === 'body')
  return (await readSent({ ...contract, parts }, attack, {}, isPage)) === 'accepted'
}

function kindsOf({ contract }: Target): readonly Kind[] {
  const accepts = contract?.accepts ?? ['json', 'form']
  // A form comes first: a page is sent one, and a browser sends it to another site without asking.
  return accepts.includes('form')
    ? accepts.includes('json')
      ? ['urlencoded', 'json', 'multipart']
      : ['urlencoded', 'multipart']
    : ['json']
}

async function textsOfParams(
  { tokens, matcher, origin, pattern }: Target,
  schema: Schema | undefined,
  random: Random,
  links: Iterable<string>,
): Promise<Record<string, string>> {
  const { names } = capturesOf(tokens)
  if (names.length === 0) return {}

  // What `/books/:id` has is also at `/books/:id/edit`.
  const end = /[:*][^/]*((?:\/[^:*()/]+)*)$/.exec(pattern)?.[1] ?? ''
  const paths = [...links]
  for (const path of [...paths, ...paths.map((start) => start + end)]) {
    const match = matcher.match(origin + path)
    if (match === null) continue
    const params = Object.entries(match.params as Record<string, string | undefined>)
    return Object.fromEntries(params.map(([name, text]) => [name, encodeText(text ?? '')]))
  }
  const [value] = schema ? await validValues(schema, random) : []
  const texts = (entriesOf(value) ?? []).map(([name, text]) => [name, encodeText(text)] as const)
  return Object.fromEntries([...names.map((name) => [name, '1'] as const), ...texts])
}

/**
 * Writes the path of a target, with optional parts or without.
 *
 * @param valueOf Returns the encoded text for a capture
 */
function writePath(
  { tokens, basename }: Target,
  valueOf: (name: string) => string,
  withOptionals: boolean,
): string {
  const path = writeTokens(readingWith(tokens, withOptionals), {}, (token) =>
    valueOf(token === '$' ? '*' : token.slice(1)),
  )
  return addBasename(path, basename)
}
