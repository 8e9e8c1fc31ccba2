// The exports for other folders of the framework. They are not published.
export { createOnce, type Once } from './create-once.ts'
export { explainLostConnection } from './lost-connection.ts'
export { OnceError } from './once-call.ts'
