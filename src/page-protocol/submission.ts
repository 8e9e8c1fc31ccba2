/** Upper-case methods of a submission. */
export type SubmissionMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a form or `submit()` sent: exactly one of `formData`, `json` and `text` is there. */
export type Submission = SubmissionTarget & SubmissionContent

interface SubmissionTarget {
  /** Path and search, without hash. GET: the URL requested, fields included. */
  readonly action: string
  readonly method: SubmissionMethod
  /** A real media type: urlencoded, `multipart/form-data`, `text/plain` or `application/json`. */
  readonly encType: string
  /** Unique per submission, the same from submit through reload and redirect. */
  readonly key: string
}

type SubmissionContent =
  | { readonly formData: FormData; readonly json: undefined; readonly text: undefined }
  | { readonly formData: undefined; readonly json: unknown; readonly text: undefined }
  | { readonly formData: undefined; readonly json: undefined; readonly text: string }

/** A submission in the words of React Router; without one, all of it is absent. */
export interface FormFields {
  readonly formData: FormData | undefined
  readonly formMethod: SubmissionMethod | undefined
  /** Path and search. GET: the path alone, without the fields. */
  readonly formAction: string | undefined
  readonly formEncType: string | undefined
  /** What was sent as `application/json`. */
  readonly json: unknown
  /** What was sent as `text/plain`. */
  readonly text: string | undefined
}

/** A submission as fetchers, `useNavigation()` and `shouldRevalidate` show it. */
export function formFields(submission: Submission | undefined): FormFields {
  const { action, encType, formData, json, method, text } =
    submission ?? ({} as Partial<Submission>)
  return {
    formData,
    formMethod: method,
    formAction: method === 'GET' ? action!.replace(/\?.*/, '') : action,
    formEncType: encType,
    json,
    text,
  }
}
