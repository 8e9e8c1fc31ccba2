import { pass, type Handler } from '../../internal/exchange/incoming.ts'
import type { NewRequestFacts } from '../../internal/exchange/request-facts.ts'
import { factsOf } from '../../internal/exchange/request-body.ts'
import { invariant } from '../../internal/guards/check.ts'
import { AdoptedRequest } from './adopted-request.ts'
import { builtinModule } from '../../internal/process/runtime.ts'

/** Options for {@link sendInner}. */
interface InnerOptions {
  /** The context of the request that causes this one. The handler is then the router of that context. */
  readonly outer?: object | undefined
  /** The address of the client, as `addressOf(context)` returns it. */
  readonly address?: string | undefined
}

/**
 * Sends a request from inside the process.
 *
 * With `outer`, the values of the runtime are provided again, except for the address of the client. A data request causes a
 * data request for the same routes. No `AsyncLocalStorage` of the outer request reaches the inner request.
 *
 * @param handler A router or a fetch handler
 * @param request A request of `createAnonymousRequest()` or `adoptRequest()`
 * @param options The request that causes this one, or the address of its sender
 */
export async function sendInner(
  handler: Handler,
  request: Request,
  { outer, address }: InnerOptions = {},
): Promise<Response> {
  const facts: NewRequestFacts | undefined = factsOf(request)
  invariant(
    facts,
    'Cannot send this request inside the process: the framework did not create it. Use createAnonymousRequest() or adoptRequest().',
  )
  if (address !== undefined) facts.clientAddress = address
  const incoming = new AdoptedRequest(request)
  if (outer === undefined) return pass(handler, incoming)

  const cause = outer as OuterContext
  facts.shutdown = cause.facts?.shutdown
  facts.build = cause.facts?.build
  const { ids, fields } = cause.facts?.dataRequest ?? {}
  if (ids) facts.dataRequest = { ids, fields }
  facts.sentBy = cause.observation && { id: cause.observation.id, cause: 'cache' }
  return outside(async () => pass(handler, incoming, (context) => cause.prepareInner(context)))
}

/**
 * Returns the variant of a URL's response: `null` for the document. For a data request, two sorted lists: its routes, and
 * the routes whose fields it requests. They stay two lists, because a client can send any string as an id. An inner request
 * asks for the same variant.
 */
export function variantOf(
  context: object,
): readonly [ids: readonly string[], fields: readonly string[]] | null {
  const { dataRequest } = (context as OuterContext).facts ?? {}
  if (dataRequest === undefined) return null
  return [dataRequest.ids.toSorted(), dataRequest.fields?.toSorted() ?? []]
}

/** Returns the version of the build whose pages may handle a request, or `null` if the app has no pages. */
export function buildOf(context: object): string | null {
  return (context as OuterContext).facts?.build ?? null
}

/** Calls a function in the async context in which this module was loaded, which belongs to no request. */
const outside: <Result>(call: () => Result) => Result =
  builtinModule<AsyncHooks>('node:async_hooks')?.AsyncLocalStorage?.snapshot?.() ??
  ((call) => call())

interface AsyncHooks {
  readonly AsyncLocalStorage?: {
    snapshot?(): <Result>(call: () => Result) => Result
  }
}

interface OuterContext {
  readonly facts: ReturnType<typeof factsOf>
  /** The events of the request, if something observes it. */
  readonly observation?: { readonly id: number } | undefined
  prepareInner(inner: object): void
}
