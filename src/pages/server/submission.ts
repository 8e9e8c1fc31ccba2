import { ContentType, Cookie } from '../../http/headers/index.ts'
import { showValue } from '../../internal/guards/check.ts'
import { bodyOf } from '../../internal/exchange/request-body.ts'
import {
  digest,
  digestOwner,
  guestCookie,
  isTooOld,
  keyHeader,
  parseKey,
  printForm,
} from '../../internal/forms/once-key.ts'
import { hasIndexParam, stripIndexParam } from '../page-protocol/index-param.ts'
import { Session } from '../../state/session/index.ts'
import { parseFields } from './method-override.ts'
import type { PageRequest } from './page-request.ts'
import { OnceError } from '../../middleware/once/shared.ts'

/** Returns the id of the submission's record, or `undefined` if it has no key or its body cannot be compared. */
export async function readSubmissionId(page: PageRequest): Promise<string | undefined> {
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
export async function readOwners(page: PageRequest): Promise<string[]> {
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
