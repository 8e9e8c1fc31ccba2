import { hasIndexParam } from '../page-protocol/index-param.ts'
import type { Submission, SubmissionMethod } from '../page-protocol/submission.ts'
import { normalizeEncType } from './enc-type.ts'
import { createKey } from './href.ts'
import type { DataRequest } from './seams.ts'

/** What `submit` and `fetcherSubmit` take: where to, and one of `formData`, `json` and `text`. */
export type FormSubmission = {
  /** Where to: a path with the basename (or a URL), resolved already. */
  action: string
  /** Any case; anything but the five is GET, which only sends `formData`. @default 'GET' */
  method?: string
  /** For `formData`, in any case. @default 'application/x-www-form-urlencoded' */
  encType?: string | undefined
} & (
  | { formData: FormData; json?: undefined; text?: undefined }
  | { formData?: undefined; json: unknown; text?: undefined }
  | { formData?: undefined; json?: undefined; text: string }
)

/**
 * A form's values as a submission to `url`.
 *
 * The fields of a GET form replace the query of `url`, in place; the bare `index` stays if `keepIndex` says so.
 *
 * @throws {TypeError} If JSON or text is to be sent with GET
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

/** Whether a form goes to an action, and not to loaders. */
export function isMutation(submission: Submission | undefined): submission is Submission {
  return submission !== undefined && submission.method !== 'GET'
}

/** What `fetch` sends for a mutation. Its type decides the content type. */
export function encodeBody(submission: Submission): DataRequest['body'] {
  const { encType, formData, json, text } = submission
  if (!formData) return text ?? new Blob([JSON.stringify(json)], { type: encType })
  if (encType === 'multipart/form-data') return formData
  const fields = encodeFields(formData)
  if (encType !== 'text/plain') return fields
  return Array.from(fields, ([name, value]) => `${name}=${value}\r\n`).join('')
}

// As browsers do: a file contributes its name, and a line break is CR LF.
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
