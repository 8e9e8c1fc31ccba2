import { normalizeEncType } from './enc-type.ts'
import { createKey } from './href.ts'
import { hasIndexParam } from './index-param.ts'

/** Upper-case methods of a submission. */
export type SubmissionMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a form sent. */
export interface Submission {
  /** Path and search, without hash. GET: the URL requested, fields included. */
  readonly action: string
  readonly method: SubmissionMethod
  readonly formData: FormData
  /** A real media type: urlencoded, `multipart/form-data` or `text/plain`. */
  readonly encType: string
  /** Unique per submission, the same from submit through reload and redirect. */
  readonly key: string
}

/** What `submit` and `fetcherSubmit` take. */
export interface FormSubmission {
  /** Where to: a path with the basename (or a URL), resolved already. */
  action: string
  /** Any case; anything but the five is GET. @default 'GET' */
  method?: string
  formData: FormData
  /** Any case. @default 'application/x-www-form-urlencoded' */
  encType?: string | undefined
}

/**
 * A form's values as a submission to `url`.
 *
 * The fields of a GET form replace the query of `url`, in place; the bare `index` stays if `keepIndex` says so.
 */
export function createSubmission(form: FormSubmission, url: URL, keepIndex: boolean): Submission {
  const { formData } = form
  const method = readMethod(form.method)
  if (method === 'GET') {
    const marker = keepIndex && hasIndexParam(url.search) ? 'index&' : ''
    url.search = (marker + encodeFields(formData)).replace(/&$/, '')
  }
  const action = url.pathname + url.search
  return Object.freeze({
    action,
    method,
    formData,
    encType: normalizeEncType(form.encType),
    key: createKey(),
  })
}

/** Whether a form goes to an action, and not to loaders. */
export function isMutation(submission: Submission | undefined): submission is Submission {
  return submission !== undefined && submission.method !== 'GET'
}

/** What `fetch` sends for a mutation. */
export function encodeBody({ formData, encType }: Submission): FormData | URLSearchParams | string {
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
