import type { FormSubmission } from '../client-router/shared.ts'
import { explainNonJson } from '../page-protocol/explain-non-json.ts'
import type { NotJson, Refused } from '../../http/response/shared.ts'

/** The values that `submit()` accepts: a form, a submit button, the fields, or nothing. */
export type SubmitTarget =
  | HTMLFormElement
  | HTMLButtonElement
  | HTMLInputElement
  | FormData
  | URLSearchParams
  | { readonly [name: string]: SubmitValue | readonly SubmitValue[] }
  | null

type SubmitValue = string | number | boolean | null | undefined | File

/** The media types that `submit()` can send. */
export type SubmitEncType =
  | 'application/x-www-urlencoded'
  | 'application/x-www-form-urlencoded'
  | 'multipart/form-data'
  | 'text/plain'
  | 'application/json'

/** Sends fields. With `encType`, sends JSON or text. The promise resolves when that has ended, and never rejects. */
export interface Submit<Options> {
  /** Sends the fields of a form, a submit button, `FormData`, or an object. */
  (
    target: SubmitTarget,
    options?: Options & { encType?: Exclude<SubmitEncType, 'application/json'> },
  ): Promise<void>
  /** Sends a value as JSON. A string must already be JSON text. */
  <Value>(
    value: Value extends NotJson | Element ? Refused<Value> : Value,
    options: Options & { encType: 'application/json'; method: MutationMethod },
  ): Promise<void>
  /** Sends a string as plain text. */
  (
    text: string,
    options: Options & { encType: 'text/plain'; method: MutationMethod },
  ): Promise<void>
}

type MutationMethod = Exclude<FormMethod | Uppercase<FormMethod>, 'get' | 'GET'>

/** Reads the method, the target and the content of a submission. `fallbackAction` is for a target without an action. */
export function readSubmission(
  target: unknown,
  options: SubmissionOptions,
  fallbackAction: string,
): FormSubmission {
  const encType = options.encType?.toLowerCase() ?? ''
  if (
    !/^(application\/(json|x-www-(form-)?urlencoded)|multipart\/form-data|text\/plain)?$/.test(
      encType,
    )
  ) {
    throw new TypeError(
      `Cannot submit with encType ${JSON.stringify(encType)}: use "application/json", "text/plain", "multipart/form-data", or none`,
    )
  }

  const { action = fallbackAction, method = 'get' } = options
  if (encType === 'application/json') return { action, method, json: readJson(target) }
  if (encType === 'text/plain' && typeof target === 'string')
    return { action, method, text: target }
  if (target instanceof HTMLFormElement) return readForm(target, null, options, fallbackAction)
  if (target instanceof Element) {
    const { form, type, localName } = target as HTMLInputElement
    if (form && (type === 'submit' || type === 'image')) {
      return readForm(form, target as HTMLElement, options, fallbackAction)
    }
    throw new Error(
      `Cannot submit <${localName}>: only a form, or a submit or image button in a form, can be submitted`,
    )
  }

  return { action, method, encType, formData: toFormData(target, encType) }
}

function readJson(target: unknown): unknown {
  if (isEntries(target) || target instanceof Element) {
    refuse('a form', 'application/json', 'pass the values as an object')
  }
  const value: unknown = typeof target === 'string' ? JSON.parse(target) : target
  if (process.env.NODE_ENV !== 'production') {
    const loss = explainNonJson(value)
    if (loss) throw new TypeError(`Cannot submit a value as application/json: ${loss}`)
  }
  // Throws for a value that JSON cannot represent, before anything is sent.
  if (JSON.stringify(value) === undefined) refuse(typeof value, 'application/json', 'pass null')

  return value
}

function toFormData(target: unknown, encType: string): FormData {
  if (target instanceof FormData) return target
  const fields = target ?? {}
  const isText = encType === 'text/plain'
  if (
    typeof fields !== 'object' ||
    Array.isArray(fields) ||
    (isText && target && !isEntries(target))
  ) {
    refuse(
      Array.isArray(fields) ? 'an array' : `a value of type ${typeof fields}`,
      encType || 'fields',
      isText ? 'pass a string' : 'set encType to "application/json"',
    )
  }

  const formData = new FormData()
  const entries = fields instanceof URLSearchParams ? fields : Object.entries(fields)
  for (const [name, value] of entries) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      formData.append(name, item instanceof File ? item : String(item))
    }
  }

  return formData
}

function isEntries(target: unknown): target is FormData | URLSearchParams {
  return target instanceof FormData || target instanceof URLSearchParams
}

function refuse(what: string, encType: string, advice: string): never {
  throw new TypeError(`Cannot submit ${what} as ${encType}: ${advice}`)
}

/** A method of a `<Form>`, in any case. */
export type FormMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Where and how to submit. Missing options are read from the form. */
export interface SubmissionOptions {
  /** The resolved URL. */
  action?: string | undefined
  method?: string | undefined
  encType?: string | undefined
}

/** The attribute for the method of a form, because the DOM only supports `get` and `post`. */
export const METHOD_ATTRIBUTE = 'data-method'

/** Reads the submission of a form like a browser. `fallbackAction` is for a form without an action. */
export function readForm(
  form: HTMLFormElement,
  submitter: HTMLElement | null | undefined,
  options: SubmissionOptions,
  fallbackAction: string,
): FormSubmission {
  // Reads attributes, because a field named `action` or `method` hides the form's property.
  const read = (button: string, name: string) =>
    submitter?.getAttribute(button) ?? form.getAttribute(name) ?? undefined

  return {
    action: options.action ?? read('formaction', 'action') ?? fallbackAction,
    method: options.method ?? read('formmethod', METHOD_ATTRIBUTE) ?? read('', 'method') ?? 'get',
    encType: options.encType ?? read('formenctype', 'enctype'),
    formData: new FormData(form, submitter),
    source: form,
  }
}
