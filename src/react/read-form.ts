import type { FormSubmission } from '../client-router/index.ts'

/** Where and how something is to be submitted; what is absent is read from the form. */
export interface SubmissionOptions {
  /** Already resolved. */
  action?: string | undefined
  method?: string | undefined
  encType?: string | undefined
}

/** The attribute that carries the verb of a form whose DOM method can only be `post`. */
export const METHOD_ATTRIBUTE = 'data-method'

/** Reads what a form sends, as a browser would; `fallbackAction` is for one that names none. */
export function readForm(
  form: HTMLFormElement,
  submitter: HTMLElement | null | undefined,
  options: SubmissionOptions,
  fallbackAction: string,
): FormSubmission {
  // Attributes, because a field named `action` or `method` hides the form's property.
  const read = (button: string, name: string) =>
    submitter?.getAttribute(button) ?? form.getAttribute(name) ?? undefined

  return {
    action: options.action ?? read('formaction', 'action') ?? fallbackAction,
    method: options.method ?? read('formmethod', METHOD_ATTRIBUTE) ?? read('', 'method') ?? 'get',
    encType: options.encType ?? read('formenctype', 'enctype'),
    formData: new FormData(form, submitter),
  }
}
