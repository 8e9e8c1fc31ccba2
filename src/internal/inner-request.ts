import { pass, type Handler } from './exchange/incoming.ts'
import type { NewIdentity } from './exchange/identity.ts'
import { identityOf } from './exchange/request-body.ts'
import { invariant } from './check.ts'
import { builtinModule } from './runtime.ts'

/** Options for {@link sendInner}. */
interface InnerOptions {
  /** The context of the request that causes this one. The handler is then its router. */
  readonly outer?: object | undefined
  /** The address of the client, as `addressOf(context)` returns it. */
  readonly address?: string | undefined
}

/**
 * Sends a request from inside the process.
 *
 * With `outer`, what the runtime provides is provided again, except for the address of the client. A data request causes
 * a data request for the same routes. No `AsyncLocalStorage` of the outer request reaches the inner one.
 *
 * @param handler A router or a fetch handler
 * @param request A request of `createAnonymousRequest()` or `ownRequest()`
 * @param options What causes the request, or who sends it
 */
export async function sendInner(
  handler: Handler,
  request: Request,
  { outer, address }: InnerOptions = {},
): Promise<Response> {
  const identity: NewIdentity | undefined = identityOf(request)
  invariant(
    identity,
    'Cannot send this request inside the process: the framework did not create it. Use createAnonymousRequest() or ownRequest().',
  )
  if (address !== undefined) identity.clientAddress = address
  if (outer === undefined) return pass(handler, request)

  const cause = outer as OuterContext
  identity.shutdown = cause.identity?.shutdown
  identity.build = cause.identity?.build
  const { ids, fields } = cause.identity?.dataRequest ?? {}
  if (ids) identity.dataRequest = { ids, fields }
  identity.sentBy = cause.observation && { id: cause.observation.id, cause: 'cache' }
  return outside(async () => pass(handler, request, (context) => cause.prepareInner(context)))
}

/**
 * Identifies the response of a URL: `null` for the document, else the routes of a data request, and those whose fields
 * it asks for, in one order. A client can send any text as an id, so these are two lists. Inner requests ask for the
 * same one.
 */
export function variantOf(
  context: object,
): readonly [ids: readonly string[], fields: readonly string[]] | null {
  const { dataRequest } = (context as OuterContext).identity ?? {}
  if (dataRequest === undefined) return null
  return [dataRequest.ids.toSorted(), dataRequest.fields?.toSorted() ?? []]
}

/** Returns the version of the build whose pages may handle a request, or `null` if the app has no pages. */
export function buildOf(context: object): string | null {
  return (context as OuterContext).identity?.build ?? null
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
  readonly identity: ReturnType<typeof identityOf>
  /** The events of the request, if something observes it. */
  readonly observation?: { readonly id: number } | undefined
  prepareInner(inner: object): void
}
