import type { Failure } from '../contract/index.ts'

/** Why a form was refused. */
export interface FormFailure extends Pick<Failure, 'form' | 'errors' | 'values' | 'focus'> {
  /** What was sent, if the browser still knows. Otherwise there are `values`. */
  readonly sent?: FormData | undefined
}
