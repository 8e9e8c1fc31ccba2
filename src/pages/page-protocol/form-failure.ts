import type { Failure } from '../../router/contract/index.ts'

/** The reasons for which a form was refused. */
export interface FormFailure extends Pick<Failure, 'form' | 'errors' | 'values' | 'focus'> {
  /** The fields that were sent, if the browser still has them. Otherwise there are `values`. */
  readonly sent?: FormData | undefined
}
