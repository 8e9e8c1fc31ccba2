/** Upper-case methods of a submission. */
export type SubmissionMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a form sent. */
export interface Submission {
  /** Path and search, without hash. GET: the URL requested, fields included. */
  readonly action: string
  readonly method: SubmissionMethod
  readonly formData: FormData
  /** A real MIME type: `application/x-www-form-urlencoded` or `multipart/form-data`. */
  readonly encType: string
  /** Unique per submission, the same from submit through reload and redirect. */
  readonly key: string
}
