import type { FormSubmission } from '../client-router/index.ts'
import { readForm, type SubmissionOptions } from './read-form.ts'

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

/** Reads what is to be sent; `fallbackAction` is for targets that name none. */
export function readSubmission(
  target: SubmitTarget,
  options: SubmissionOptions,
  fallbackAction: string,
): FormSubmission {
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

  return {
    action: options.action ?? fallbackAction,
    method: options.method ?? 'get',
    encType: options.encType,
    formData: toFormData(target),
  }
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
