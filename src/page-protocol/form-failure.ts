import type { Failure } from '../contract/index.ts'

/** Why a form was refused. `values` are only in a document: elsewhere the browser still has them. */
export type FormFailure = Pick<Failure, 'form' | 'errors' | 'values'>
