import type { ActionMethod } from '../../internal/http/http.ts'

/** Upper-case methods of a submission. */
export type SubmissionMethod = 'GET' | ActionMethod

/** The content that a form or `submit()` sent. Exactly one of `formData`, `json` and `text` is set. */
export type Submission = SubmissionTarget & SubmissionContent

interface SubmissionTarget {
  /**
   * The path and the search, without the hash. For GET, this is the requested URL with the fields. If a fetcher sends it to
   * another origin, this is the whole URL.
   */
  readonly action: string
  readonly method: SubmissionMethod
  /** `application/x-www-form-urlencoded`, `multipart/form-data`, `text/plain` or `application/json`. */
  readonly encType: string
  /** Unique per submission. It stays the same during the reload and redirects. */
  readonly key: string
}

type SubmissionContent =
  | { readonly formData: FormData; readonly json: undefined; readonly text: undefined }
  | { readonly formData: undefined; readonly json: unknown; readonly text: undefined }
  | { readonly formData: undefined; readonly json: undefined; readonly text: string }

/** A submission in the format of React Router. Without a submission, all fields are `undefined`. */
export interface FormFields {
  readonly formData: FormData | undefined
  readonly formMethod: SubmissionMethod | undefined
  /** The path and the search. For GET, only the path, without the fields. */
  readonly formAction: string | undefined
  readonly formEncType: string | undefined
  /** The value that was sent as `application/json`. */
  readonly json: unknown
  /** The text that was sent as `text/plain`. */
  readonly text: string | undefined
}

/** Returns the fields of a submission for fetchers, `useNavigation()` and `shouldRevalidate`. */
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
