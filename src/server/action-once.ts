import { headerOf, internalsOf, observationOf } from '../fetch-router/shared.ts'
import { ContentType, Cookie } from '../headers/index.ts'
import { bodyOf } from '../internal/exchange/request-body.ts'
import { OnceError } from '../internal/once/once-call.ts'
import {
  digest,
  digestOwner,
  guestCookie,
  isTooOld,
  keyHeader,
  parseKey,
  printForm,
} from '../internal/once/once-key.ts'
import { createOnce, type Once, type OnceResult } from '../internal/once/once.ts'
import { noteOnce } from '../internal/once/once-results.ts'
import { hasIndexParam, stripIndexParam } from '../page-protocol/index-param.ts'
import { isInvalid } from '../response/shared.ts'
import { Session } from '../session/index.ts'
import { describeRoute } from './describe-route.ts'
import { parseFields } from './method-override.ts'
import type { PageRequest } from './page-request.ts'
import { warnDeveloper } from './report.ts'

/** Calls the action of a match by `act`, with its argument `once`. Throws before if its submission cannot be recorded. */
export function actWithOnce(
  page: PageRequest,
  index: number,
  act: (once: Once) => unknown,
): unknown {
  if (page.matches[index]!.route.once === true) return actOnce(page, index, act)
  if (page.dataRequest?.once) {
    throw new OnceError(
      409,
      'This form is of another version of the app, which sends it once. Load the page again.',
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
    observationOf(context)?.emit({ type: 'once', phase: 'once', routeId, result })
  }

  const id = await readId(page)
  const { params } = page.matches.at(-1)!
  const target = [describeRoute(page).pattern, params] as const
  const submission = { id, owners: await readOwners(page), print: '', target, route: routeId }
  const returned = await act(createOnce(submission, report))
  if (id !== undefined && !wasCalled && !isInvalid(returned)) {
    report('unrecorded')
    warnDeveloper(
      page.build,
      `The action of "${routeId}" returned without a call of once(), so a repeat of this submission has its effects again. Put them into once(), or remove \`once\`.`,
    )
  }
  return returned
}

/** Returns the id of the submission's record, or `undefined` if it has no key or its body cannot be compared. */
async function readId(page: PageRequest): Promise<string | undefined> {
  const { context, method } = page
  const isData = page.dataRequest?.once === true
  const sent = isData ? (headerOf(context, keyHeader) ?? '') : page.onceKey
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
    // The target without the parameter is another action, but it may be written in two ways.
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

/** Returns what identifies the content of the body, or `undefined` for a form that the action has to stream. */
async function readPrint(page: PageRequest): Promise<string | undefined> {
  const { context } = page
  const contentType = headerOf(context, 'Content-Type')
  const { mediaType } = ContentType.from(contentType)
  if (mediaType === 'multipart/form-data') {
    const request = page.actionRequest()
    const form = await bodyOf(request)!.keptForm(request.headers)
    return form && (await printForm(form as Iterable<[string, string | File]>))
  }

  // These are small. Other bodies belong to one call of `submit()`, which has its own key.
  const isText = /^(?:application\/(?:x-www-form-urlencoded|json)|text\/plain)$/.test(
    mediaType ?? '',
  )
  if (!isText) return ''
  const text = await internalsOf(context).requestBody.text()
  const fields = mediaType === 'application/x-www-form-urlencoded' ? parseFields(text) : null
  return fields === null ? text : printForm(fields)
}

/**
 * Returns who sent a submission: the session and the visitor, and the browser as long as no visitor has logged in. A first
 * form may create the session, so that only the cookie of the browser is the same for its repeat. A login ends that.
 */
async function readOwners({ context, visitor: readVisitor }: PageRequest): Promise<string[]> {
  const session = context.get(Session)
  const visitor = readVisitor ? readVisitor(context) : ''
  if (typeof visitor !== 'string') {
    throw new TypeError(
      `Cannot use ${String(visitor)} of pages.with({ visitor }) as the owner of a submission: it must be a string`,
    )
  }

  // A new id is for the next request. This one was sent with the old one.
  const id = session ? session.retiredId || session.id : ''
  const guest = visitor === '' ? Cookie.from(headerOf(context, 'Cookie')).get(guestCookie) : null
  const owners: Promise<string>[] = []
  if (id !== '' || visitor !== '') owners.push(digestOwner(id, visitor))
  if (guest) owners.push(digestOwner('guest', guest, String(session?.regeneratedAt)))
  return Promise.all(owners)
}
