import type { Schema } from '../../contract/index.ts'
import { readJsonSchemas, type ContractPart, type JsonSchema } from '../../contract/shared.ts'
import { isSafeMethod } from '../../internal/is-safe-method.ts'
import type { HandlerStart } from '../../internal/handler-start.ts'
import { urlOf, type Attack } from './attack.ts'
import type { Planned } from './plan-one.ts'
import { readSent } from './read-sent.ts'
import type { Sent } from './sender.ts'
import type { Target, Targets } from './targets.ts'
import { accepts } from './valid-values.ts'

/** The four things that must hold for every request. */
export type Rule = 'crash' | 'input' | 'guard' | 'origin'

/** A rule that a request has broken. */
export interface Fault {
  readonly rule: Rule
  /** What happened, as the end of a sentence about the request. */
  readonly says: string
}

/** What is known when a request is judged. */
export interface Case {
  readonly target: Target
  readonly planned: Planned
  readonly sent: Sent
  /** The plain request of a visitor who has not signed in, and what happened to it. */
  readonly baseline: { readonly attack: Attack; readonly sent: Sent } | undefined
  readonly contracts: Targets['contracts']
  readonly patience: number
}

/** Finds the first rule that a request has broken. */
export async function judge(found: Case): Promise<Fault | undefined> {
  return judgeCrash(found) ?? (await judgeInput(found)) ?? judgeOrigin(found) ?? judgeGuard(found)
}

function judgeCrash({ sent, patience }: Case): Fault | undefined {
  const { status, isCutOff, hasUnhandled, milliseconds } = sent
  const rule = 'crash'
  if (status === 0) return { rule, says: `got no response within ${patience / 1_000} s` }
  if (status >= 500) return { rule, says: `got a ${status}` }
  if (isCutOff) return { rule, says: `got a ${status} whose body ends with an error` }
  if (hasUnhandled) return { rule, says: `got a ${status}, and left a rejected promise unhandled` }
  if (milliseconds > patience) {
    return { rule, says: `got its response after more than ${patience / 1_000} s` }
  }
  return undefined
}

async function judgeInput({ sent, planned, contracts }: Case): Promise<Fault | undefined> {
  for (const start of sent.starts) {
    const known = start.kind === 'page' ? undefined : contracts.get(start.contract ?? start.route)
    if (known === undefined || planned.attack.method === 'OPTIONS') continue
    const { contract, isLenient } = known
    const parts = contract.parts.filter(({ name }) => start.kind !== 'loader' || name !== 'body')
    const reading = await readSent({ ...contract, parts }, planned.attack, start.params, isLenient)
    if (reading === 'refused') {
      return { rule: 'input', says: `reached ${nameOf(start)}, although its contract refuses it` }
    }
    const wrong = start.input && (await findWrongInput(parts, start.input))
    if (wrong !== undefined) return { rule: 'input', says: `started ${nameOf(start)} ${wrong}` }
  }
  return undefined
}

/** Says what is wrong with the input that a handler has got. */
async function findWrongInput(
  parts: readonly ContractPart[],
  input: NonNullable<HandlerStart['input']>,
): Promise<string | undefined> {
  const names = parts.map(({ name }) => name)
  if (names.join() !== Object.keys(input).join()) return `without the input of its contract`
  for (const { name, schema } of parts) {
    // What a schema has converted is not what it takes.
    if (!isConverted(schema) && !(await accepts(schema, input[name]))) {
      return `with a value in input.${name} that its contract refuses`
    }
  }
  return undefined
}

const converted = new WeakMap<Schema, boolean>()

/** Whether a schema returns values of another kind than it takes, or cannot say. */
function isConverted(schema: Schema): boolean {
  let isKnown = converted.get(schema)
  if (isKnown === undefined) {
    const schemas = readJsonSchemas(schema)
    isKnown =
      schemas?.output === undefined ||
      shapeOf(schemas.input) !== shapeOf(schemas.output) ||
      !describesAll(schema)
    converted.set(schema, isKnown)
  }
  return isKnown
}

/** Whether a JSON Schema says everything about the output. Valibot leaves a transform out, unless errors are allowed. */
function describesAll(schema: Schema): boolean {
  const jsonSchema = schema['~standard'].jsonSchema as { output(options: object): unknown }
  try {
    jsonSchema.output({ target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } })
    return true
  } catch {
    return false
  }
}

/** The text of a JSON Schema without what a default changes. */
function shapeOf(schema: JsonSchema): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    /^(?:required|additionalProperties|default)$/.test(key) ? undefined : value,
  )
}

function nameOf({ kind, route }: HandlerStart): string {
  return kind === 'route' ? 'the handler' : `the ${kind} of app/${route}`
}

function judgeOrigin({ target, planned, sent }: Case): Fault | undefined {
  const { contract } = target
  const takesForm =
    contract?.parts.some(({ name }) => name === 'body') && contract.accepts.includes('form')
  const { headers } = planned.attack
  // Without these headers, nothing says where it comes from.
  const isForeign = headers.some(([name]) => name === 'Origin' || name === 'Sec-Fetch-Site')
  if (!planned.isForeign || !isForeign || !takesForm) return undefined
  const [start] = sent.starts
  if (sent.status !== 422 && start === undefined) return undefined

  const reached = start === undefined ? '' : ` and reached ${nameOf(start)}`
  return { rule: 'origin', says: `got a ${sent.status}${reached}, before its origin was checked` }
}

/** Statuses that say nothing about what is behind a guard. */
const silent: readonly number[] = [308, 400, 404, 405, 413, 414, 415]

function judgeGuard({ target, planned, sent, baseline }: Case): Fault | undefined {
  if (baseline === undefined || !isRefused(target, baseline.attack, baseline.sent)) return undefined
  if (planned.isForeign || !isSameMethod(target, planned)) return undefined
  // A page may redirect for its own reasons, such as a missing query. Then only the same input must be redirected.
  const isRedirect = baseline.sent.location !== undefined && isSafeMethod(target.method)
  if (isRedirect && !planned.keepsInput) return undefined
  if (silent.includes(sent.status) || isRefused(target, planned.attack, sent)) return undefined
  // Another spelling may be another route, which is not guarded.
  const routes = sent.starts.filter(({ kind }) => kind === 'route' || kind === 'page')
  if (routes.length > 0 && !routes.some(({ route }) => route === target.route)) return undefined

  const { status, location } = baseline.sent
  const refusal =
    location === undefined ? `a ${status}` : `a redirect to ${location || 'another page'}`
  return { rule: 'guard', says: `got a ${sent.status}, although the plain request gets ${refusal}` }
}

function isSameMethod({ method }: Target, { attack }: Planned): boolean {
  if (attack.method === method) return true
  const isHead = method === 'GET' && attack.method === 'HEAD'
  const { body } = attack
  return isHead || (body?.kind === 'urlencoded' && body.pairs.includes(`_method=${method}`))
}

/**
 * Whether the visitor was turned away: 401, 403, 429, or a redirect to another path.
 *
 * The redirect of a mutation counts only if it did not reach its route: an action redirects after it has saved something,
 * and the loader of a page may redirect when a form is refused.
 */
export function isRefused(
  target: Target,
  attack: Attack,
  { status, location, starts }: Sent,
): boolean {
  if (status === 401 || status === 403 || status === 429) return true
  if (location === undefined || location === new URL(urlOf(attack)!).pathname) return false
  return isSafeMethod(target.method) || !starts.some(({ route }) => route === target.route)
}
