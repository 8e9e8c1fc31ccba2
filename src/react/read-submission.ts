import type { FormSubmission } from '../client-router/index.ts'

/** What `submit()` takes: a form, a button of one, the entries themselves, or nothing. */
export type SubmitTarget =
  | HTMLFormElement
  | HTMLButtonElement
  | HTMLInputElement
  | FormData
  | URLSearchParams
  | { readonly [name: string]: SubmitValue | readonly SubmitValue[] }
  | null

type SubmitValue = string | number | boolean | null | undefined | File

/** Where and how a target is to be submitted; what is absent is read from the form. */
export interface SubmissionOptions {
  /** Already resolved. */
  action?: string | undefined
  method?: string | undefined
  encType?: string | undefined
}

/** The attribute that carries the verb of a form whose DOM method can only be `post`. */
export const METHOD_ATTRIBUTE = 'data-method'

/** Reads what is to be sent, as a browser would; `fallbackAction` is for targets that name none. */
export function readSubmission(
  target: SubmitTarget,
  options: SubmissionOptions,
  fallbackAction: string,
  submitter?: HTMLElement | null,
): FormSubmission {
  if (target instanceof HTMLButtonElement || target instanceof HTMLInputElement) {
    const { form } = target
    if (!form || (target.type !== 'submit' && target.type !== 'image')) {
      throw new Error(
        'Cannot submit this element: only a form, or a submit or image button in a form, can be submitted',
      )
    }
    return readSubmission(form, options, fallbackAction, target)
  }
  if (target instanceof HTMLFormElement) {
    // Attributes, because a field named `action` or `method` hides the form's property.
    const read = (button: string, form: string) =>
      submitter?.getAttribute(button) ?? target.getAttribute(form) ?? undefined

    return {
      action: options.action ?? read('formaction', 'action') ?? fallbackAction,
      method:
        options.method ??
        submitter?.getAttribute('formmethod') ??
        target.getAttribute(METHOD_ATTRIBUTE) ??
        target.getAttribute('method') ??
        'get',
      encType: normalizeEncType(options.encType ?? read('formenctype', 'enctype')),
      formData: new FormData(target, submitter),
    }
  }
  if (target instanceof Element) {
    throw new Error(
      `Cannot submit <${target.localName}>: only a form, or a submit or image button in a form, can be submitted`,
    )
  }

  return {
    action: options.action ?? fallbackAction,
    method: options.method ?? 'get',
    encType: normalizeEncType(options.encType),
    formData: toFormData(target),
  }
}

/** Urlencoded, unless it says multipart; the misspelt name of the contract means urlencoded too. */
export function normalizeEncType(encType: string | undefined): string {
  return encType?.toLowerCase() === 'multipart/form-data'
    ? 'multipart/form-data'
    : 'application/x-www-form-urlencoded'
}

function toFormData(target: Exclude<SubmitTarget, HTMLElement>): FormData {
  if (target instanceof FormData) return target

  const formData = new FormData()
  const entries = target instanceof URLSearchParams ? target : Object.entries(target ?? {})
  for (const [name, value] of entries) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      formData.append(name, item instanceof File ? item : (String(item) as never))
    }
  }

  return formData
}
