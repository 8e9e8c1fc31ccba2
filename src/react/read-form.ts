import type { FormSubmission } from '../client-router/shared.ts'

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
