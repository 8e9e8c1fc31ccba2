import { internalsOf } from '../../router/fetch-router/shared.ts'
import {
  createContextKey,
  routeOf,
  type ContextEntry,
  type ContextKey,
  type ContextWithEntry,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { checkFunctions, checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { ContentType } from '../../http/headers/index.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { explainLostConnection } from './lost-connection.ts'
import { OnceError } from './once-call.ts'
import {
  digest,
  digestOwner,
  keyHeader,
  parseKey,
  printForm,
} from '../../internal/forms/once-key.ts'
import { noteOnce, type OnceResult } from '../../internal/forms/once-results.ts'
import { createOnce, type Once as OnceFunction, type OnceSubmission } from './create-once.ts'
import { reasonPhrase } from '../../internal/http/reason-phrase.ts'
import { refusalHeaders } from '../../internal/guards/refusal.ts'

/** Options for {@link once}. */
export interface OnceOptions {
  /**
   * Returns the sender of the request, such as the id of the user. It must be the same for every repeat, so it must not be a
   * token that is renewed. In an API that is open to everyone it returns `''`: then every client that has the key and the
   * body of a request gets its value.
   */
  readonly visitor: (context: RequestContext<any, any>) => string
}

/** The key of the function on the context: `context.get(Once)`. */
export const Once: ContextKey<OnceFunction> = createContextKey<OnceFunction>()

/** The entry that {@link once} adds to the context: `context.get(Once)`, also as `context.once`. */
type OnceEntry = ContextEntry<typeof Once, OnceFunction, 'once'>

/** `Context` after {@link once} has run. */
export type ContextWithOnce<Context = RequestContext> = ContextWithEntry<Context, OnceEntry>

/**
 * Gives handlers `context.once(where, work)`, which runs its work once for each `Idempotency-Key` of a client. A request
 * without a key gets a 400, and a key with another body a 422. The handler runs for each request and creates each response.
 *
 * @param options The sender of a request
 * @returns Middleware that puts `context.once` on the context
 * @throws {TypeError} If `visitor` is missing, or an option is unknown
 *
 * @example
 * router.post('/api/orders', {
 *   middleware: [requireAuth(), once({ visitor: (context) => context.get(Auth).identity.id })],
 *   handler: (context) => json(context.once(db, () => createOrder(db))),
 * })
 */
export function once(options: OnceOptions): Middleware<OnceEntry> {
  checkOptions('once()', options, 'visitor')
  const { visitor } = options
  invariant(
    visitor !== undefined,
    "once() needs `visitor`, which says who sent a request: once({ visitor: (context) => context.get(Auth).identity.id }). In an API that is open to everyone, use () => ''.",
  )
  checkFunctions('once()', { visitor })

  return async function once(context, next) {
    const isSafe = isSafeMethod(context.method)
    const key = isSafe ? null : parseKey(context.headers.get(keyHeader))
    if (key === null && !isSafe) {
      return problem(
        400,
        `The header ${keyHeader} is missing or malformed. Send a new key of 1 to 255 letters, digits and "_.:-" for each request, and the same key to repeat it.`,
      )
    }

    const report = (result: OnceResult): void => {
      const routeId = nameRoute(context)
      noteOnce(context, result)
      internalsOf(context).observation?.emit({ type: 'once', phase: 'once', routeId, result })
    }
    context.set(Once, createOnce(await readSubmission(context, key, visitor), report), {
      property: 'once',
    })
    try {
      return await next()
    } catch (error) {
      if (error instanceof OnceError) return problem(error.status, error.publicMessage)
      throw key === null ? error : explainLostConnection(error)
    }
  }
}

async function readSubmission(
  context: RequestContext,
  key: string | null,
  visitor: OnceOptions['visitor'],
): Promise<OnceSubmission> {
  // Without a key there is no submission, so `visitor` is not called: a GET may be open to everyone.
  const { id, owners, print } = key === null ? unkeyed : await identify(context, key, visitor)
  return {
    id,
    owners,
    print,
    get target() {
      return [routeOf(context)?.pattern ?? context.url.pathname, context.params] as const
    },
    get route() {
      return nameRoute(context)
    },
  }
}

type Identified = Pick<OnceSubmission, 'id' | 'owners' | 'print'>

const unkeyed: Identified = { id: undefined, owners: [], print: '' }

async function identify(
  context: RequestContext,
  key: string,
  visitor: OnceOptions['visitor'],
): Promise<Identified> {
  const { method } = context
  const { pathname, search } = context.url
  const who = visitor(context)
  invariant(
    typeof who === 'string',
    `Cannot use ${showValue(who)} of \`visitor\` of once() as the owner of a request: it must be a string`,
  )
  const [id, owner, print] = await Promise.all([
    digest([method, pathname + search, who, key]),
    // In an open API, any client that has the key of a request may repeat the request.
    digestOwner(who),
    readPrint(context),
  ])
  return { id, owners: [owner], print }
}

/** Returns the digest of the body. */
async function readPrint(context: RequestContext): Promise<string> {
  const form = context.get(FormData)
  if (form) return digest([await printForm(form as Iterable<[string, string | File]>)])

  const bytes = await context.bytes()
  const { boundary } = ContentType.from(context.headers.get('Content-Type'))
  // For the same form, clients use another boundary each time.
  return boundary ? digest([toText(bytes).replaceAll(boundary, '')]) : digest(bytes)
}

/** Converts each byte to another character. */
function toText(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}

function nameRoute(context: RequestContext): string {
  return `${context.method} ${routeOf(context)?.pattern ?? context.url.pathname}`
}

/** Creates a problem document of RFC 9457, as the draft of the header recommends. */
function problem(status: number, detail: string): Response {
  const body = { type: 'about:blank', title: reasonPhrase(status), status, detail }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...refusalHeaders,
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
    },
  })
}
