export { asyncContext, getContext } from './async-context.ts'
