import { type InternalContext } from '../../router/fetch-router/shared.ts'
import { ContentType, Cookie } from '../../http/headers/index.ts'
import { showValue } from '../../internal/guards/check.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import { toHeaders } from '../../internal/exchange/light-response.ts'
import { bodyOf } from '../../internal/exchange/request-body.ts'
import {
  createDocumentKey,
  createKey,
  digest,
  digestOwner,
  guestCookie,
  isTooOld,
  keyHeader,
  parseKey,
  printForm,
} from '../../internal/forms/once-key.ts'
import { noteOnce, type OnceResult } from '../../internal/forms/once-results.ts'
import { hasIndexParam, stripIndexParam } from '../page-protocol/index-param.ts'
import {
  isInvalid,
  isReusable,
  makePrivate,
  privatePolicy,
  publicPolicyOf,
} from '../../http/response/shared.ts'
import { Session } from '../../state/session/index.ts'
import type { ServerBuild } from './build.ts'
import type { DocumentRender } from './document-render.ts'
import { identityReason } from './judge-loaders.ts'
import { parseFields } from './method-override.ts'
import { describeRoute, type PageRequest } from './page-request.ts'
import { warnDeveloper } from './report.ts'
import type { Result } from './result.ts'
import { mayBeReused, isOutdated, readVisitor, validators } from './tell-visitor.ts'
import {
  createOnce,
  explainLostConnection,
  OnceError,
  type Once,
} from '../../middleware/once/shared.ts'

/** The default `Cache-Control` of a document for one visitor: every load has its own keys, and says who is signed in. */
export const personalPolicy = 'private, no-cache'

/**
 * Gives the forms of a document their keys, in an app with `once`, and says in the document who is signed in, in an app with
 * `visitor`. A document that many visitors may get has neither, because the first visitor would use up the key of all
 * others. Neither has a document that a browser may use again.
 *
 * @param action The result of its action, if an action ran
 * @returns The headers of the document
 */
export async function keyDocument(
  page: PageRequest,
  server: DocumentRender,
  headers: Headers | readonly string[],
  action?: Result,
): Promise<Headers | readonly string[]> {
  const { app, build, context } = page
  const { hasOnce } = app
  const tells = page.visitor !== undefined && server.hasScripts && !build.isStatic
  if (!hasOnce && !tells) return headers
  if (hasOnce) server.once = ''
  if (tells) server.visitor = null
  const own = toHeaders(headers)
  if (context.run || mayBeReused(own)) return headers

  if (tells) server.visitor = await readShown(page, action)
  if (!hasOnce && server.visitor === null) return headers

  const isStated = own.has('Cache-Control')
  const { finalStep } = context.facts ?? {}
  finalStep?.keepPersonal({ isStated, cookie: hasOnce ? createGuest(context) : undefined })
  if (hasOnce) {
    server.once = createDocumentKey()
    server.onKey = () => finalStep?.renderKeyedForm()
  }
  if (isStated) return headers

  own.set('Cache-Control', personalPolicy)
  return own
}

/** Returns who is signed in when the document is sent, or `null` if its action or a loader may have changed that. */
async function readShown(page: PageRequest, action: Result | undefined): Promise<string | null> {
  if (action && identityReason(page, action) !== undefined) return null
  const who = await readVisitor(page)
  return isOutdated(page, who) ? null : who
}

/**
 * Returns a `Set-Cookie` for a browser that has no guest cookie yet. By that cookie, a repeated submission is known to come
 * from the same browser.
 */
function createGuest(context: InternalContext): string | undefined {
  if (Cookie.from(context.readHeader('Cookie')).get(guestCookie)) return undefined
  const secure = context.url.protocol === 'https:' ? '; Secure' : ''
  return `${guestCookie}=${createKey()}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** Keeps a document for one visitor out of shared caches, and makes browsers check it, even if middleware says otherwise. */
export function keepPersonal(build: ServerBuild, response: Response): Response {
  const { headers } = response
  const policy = headers.get('Cache-Control')
  const shared = publicPolicyOf(headers)
  const isTooOpen = shared !== undefined || isReusable(headers)
  const own = policy === null || isTooOpen ? personalPolicy : privatePolicy(policy)
  const hasValidator = validators.some((name) => headers.has(name))
  if (policy === own && shared === undefined && !hasValidator) return response

  if (isTooOpen) {
    warnDeveloper(
      build,
      `Middleware lets caches store a document for one visitor: its forms have keys for once(), or it says who is signed in. It was sent as "${own}" instead of "${shared ?? policy}". State the policy in \`headers\` of the route module: then it has neither.`,
    )
  }
  return editHeaders(response, (headers) => {
    makePrivate(headers, own)
    for (const name of validators) headers.delete(name)
  })
}

/**
 * Calls the action of a match through `act`, with the argument `once`. Throws first if the submission cannot be recorded.
 */
export function actWithOnce(
  page: PageRequest,
  index: number,
  act: (once: Once) => unknown,
): unknown {
  if (page.matches[index]!.route.once === true) return actOnce(page, index, act)
  if (page.dataRequest?.once) {
    throw new OnceError(
      409,
      'This form belongs to another version of the app. Load the page again.',
    )
  }
  return act(refuseOnce)
}

/** The argument `once` of an action whose module does not say that it may run again. */
const refuseOnce: Once = () => {
  throw new TypeError(
    'Cannot call once(): the route module does not say that its action may run again. Add: export const once = true',
  )
}

async function actOnce(
  page: PageRequest,
  index: number,
  act: (once: Once) => unknown,
): Promise<unknown> {
  const { context } = page
  const { id: routeId } = page.matches[index]!
  let wasCalled = false
  const report = (result: OnceResult): void => {
    wasCalled = true
    noteOnce(context, result)
    context.observation?.emit({ type: 'once', phase: 'once', routeId, result })
  }

  const id = await readId(page)
  const { params } = page.matches.at(-1)!
  const target = [describeRoute(page).pattern, params] as const
  const submission = { id, owners: await readOwners(page), print: '', target, route: routeId }
  const returned = await callForOnce(() => act(createOnce(submission, report)), id !== undefined)
  if (id !== undefined && !wasCalled && !isInvalid(returned)) {
    report('unrecorded')
    warnDeveloper(
      page.build,
      `The action of "${routeId}" returned without a call of once(), so a repeat of this submission has its effects again. Put them into once(), or remove \`once\`.`,
    )
  }
  return returned
}

/** Calls the action. If it has lost its database and the submission has a key, browsers repeat it after a 503. */
async function callForOnce(act: () => unknown, isKeyed: boolean): Promise<unknown> {
  try {
    return await act()
  } catch (error) {
    throw isKeyed ? explainLostConnection(error) : error
  }
}

/** Returns the id of the submission's record, or `undefined` if it has no key or its body cannot be compared. */
async function readId(page: PageRequest): Promise<string | undefined> {
  const { context, method } = page
  const isData = page.dataRequest?.once === true
  const sent = isData ? (context.readHeader(keyHeader) ?? '') : page.onceKey
  if (!isData && !sent) return undefined

  const key = parseKey(sent ?? null)
  if (key === null) {
    const name = isData ? `the header ${keyHeader}` : 'the field _once'
    throw new OnceError(
      400,
      `Cannot read ${name} of this form: it is missing or malformed. Load the page again.`,
    )
  }
  if (isTooOld(key)) throw new OnceError(409, 'This form is too old. Load the page again.')

  const print = await readPrint(page)
  if (print !== undefined) {
    const { pathname, search } = context.url
    // `?index` and `?index=` select the same action. Without the parameter, the URL selects another action.
    const target = hasIndexParam(search) ? ['index'] : []
    return digest([method, pathname + stripIndexParam(search), key, print, ...target])
  }
  if (!isData) return undefined
  throw new OnceError(
    400,
    'Cannot compare a form with an earlier one: its files are streamed. Give the action a contract, or use the formData() middleware.',
    'This form cannot be sent once: its files are streamed.',
  )
}

/**
 * Returns a digest of a form, or the body itself if it is other text. Returns an empty string for any other body, and
 * `undefined` for a form whose files the action has to stream.
 */
async function readPrint(page: PageRequest): Promise<string | undefined> {
  const { context } = page
  const contentType = context.readHeader('Content-Type')
  const { mediaType } = ContentType.from(contentType)
  if (mediaType === 'multipart/form-data') {
    const request = page.actionRequest()
    const form = await bodyOf(request)!.keptForm(request.headers)
    return form && (await printForm(form as Iterable<[string, string | File]>))
  }

  // These bodies are small. Any other body comes from one call of `submit()`, which has its own key, so it need not be
  // compared.
  const isText = /^(?:application\/(?:x-www-form-urlencoded|json)|text\/plain)$/.test(
    mediaType ?? '',
  )
  if (!isText) return ''
  const text = await context.requestBody.text()
  const fields = mediaType === 'application/x-www-form-urlencoded' ? parseFields(text) : null
  return fields === null ? text : printForm(fields)
}

/**
 * Returns who sent a submission: the session, the visitor, and until a visitor has logged in, the browser. A first form may
 * create the session, so its repeat has only the cookie of the browser in common with it. A login ends that.
 */
async function readOwners(page: PageRequest): Promise<string[]> {
  const { context } = page
  const session = context.get(Session)
  const visitor = page.visitor ? page.visitor(context) : ''
  if (typeof visitor !== 'string') {
    throw new TypeError(
      `Cannot use ${showValue(visitor)} of pages.with({ visitor }) as the owner of a submission: it must be a string. Return the id of the user, or '' for a guest.`,
    )
  }

  // If the session got a new id in this request, the browser sent the form with the old one.
  const id = session ? session.retiredId || session.id : ''
  const guest = visitor === '' ? Cookie.from(context.readHeader('Cookie')).get(guestCookie) : null
  const owners: Promise<string>[] = []
  if (id !== '' || visitor !== '') owners.push(digestOwner(id, visitor))
  if (guest) owners.push(digestOwner('guest', guest, String(session?.regeneratedAt)))
  return Promise.all(owners)
}
