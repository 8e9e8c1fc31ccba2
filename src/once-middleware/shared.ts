// What other folders of the framework use from this one. It is not published.
export { createOnce, type Once } from './create-once.ts'
export { OnceError } from './once-call.ts'
