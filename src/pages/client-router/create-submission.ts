import { hasIndexParam } from '../page-protocol/index-param.ts'
import type { Submission, SubmissionMethod } from '../page-protocol/submission.ts'
import { normalizeEncType } from './enc-type.ts'
import { createKey } from './href.ts'
import type { DataRequest } from './seams.ts'

/** The input of `submit` and `fetcherSubmit`: a target, and one of `formData`, `json` and `text`. */
export type FormSubmission = {
  /** The target: a resolved path with the basename, or a URL. */
  action: string
  /** In any case. An unknown method means GET, which can only send `formData`. @default 'GET' */
  method?: string
  /** For `formData`, in any case. @default 'application/x-www-form-urlencoded' */
  encType?: string | undefined
  /**
   * The form element. If the same element submits equal fields while its first submission is pending, the second one joins
   * the first: IN-14.
   */
  source?: object
} & (
  | { formData: FormData; json?: undefined; text?: undefined }
  | { formData?: undefined; json: unknown; text?: undefined }
  | { formData?: undefined; json?: undefined; text: string }
)

/**
 * Creates a submission to `url` from the values of a form.
 *
 * The fields of a GET form replace the query of `url` in place. `keepIndex` keeps the `index` parameter.
 *
 * @throws {TypeError} If JSON or text would be sent with GET
 */
export function createSubmission(form: FormSubmission, url: URL, keepIndex: boolean): Submission {
  const { formData, json, text } = form
  const method = readMethod(form.method)
  const encType = formData
    ? normalizeEncType(form.encType)
    : text === undefined
      ? 'application/json'
      : 'text/plain'
  if (method === 'GET') {
    if (!formData) {
      throw new TypeError(`Cannot send ${encType} with GET: use POST, PUT, PATCH or DELETE`)
    }
    const marker = keepIndex && hasIndexParam(url.search) ? 'index&' : ''
    url.search = (marker + encodeFields(formData)).replace(/&$/, '')
  }
  const action = url.pathname + url.search
  return Object.freeze({
    action,
    method,
    formData,
    json,
    text,
    encType,
    key: createKey(),
  }) as Submission
}

/** Whether a submission goes to an action, and not to loaders. */
export function isMutation(submission: Submission | undefined): submission is Submission {
  return submission !== undefined && submission.method !== 'GET'
}

/**
 * Whether a submission joins the pending one, as after a double click (IN-14). Then it has no effect.
 *
 * @param pending The submission that waits for its response
 */
export function isJoined(
  pending: { readonly source?: object | undefined } | undefined,
  first: Submission | undefined,
  second: Submission,
  source: object | undefined,
): boolean {
  return (
    source !== undefined &&
    pending?.source === source &&
    isMutation(first) &&
    describeForm(first) === describeForm(second)
  )
}

function describeForm({ action, encType, formData, method }: Submission): string {
  const entries = Array.from(formData!, ([name, value]) => {
    if (typeof value === 'string') return [name, value]
    const { lastModified, name: file, size, type } = value
    // For an input without a file, `FormData` has an empty file with the time at which the form was read. That time does not
    // count.
    return [name, file, size, type, (file || size) && lastModified]
  })
  return JSON.stringify([action, encType, method, entries])
}

/** Returns the body for `fetch`. Its type determines the content type. */
export function encodeBody(submission: Submission): DataRequest['body'] {
  const { encType, formData, json, text } = submission
  if (!formData) return text ?? new Blob([JSON.stringify(json)], { type: encType })
  if (encType === 'multipart/form-data') return formData
  const fields = encodeFields(formData)
  if (encType !== 'text/plain') return fields
  return Array.from(fields, ([name, value]) => `${name}=${value}\r\n`).join('')
}

// Encodes fields as browsers do: a file is sent as its name, and line breaks become CR LF.
function encodeFields(formData: FormData): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of formData) {
    fields.append(breakLines(name), breakLines(typeof value === 'string' ? value : value.name))
  }
  return fields
}

function breakLines(text: string): string {
  return text.replace(/\r\n?|\n/g, '\r\n')
}

function readMethod(method = ''): SubmissionMethod {
  const upper = method.toUpperCase()
  return /^(POST|PUT|PATCH|DELETE)$/.test(upper) ? (upper as SubmissionMethod) : 'GET'
}
