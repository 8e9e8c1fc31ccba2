/*
 * The keys under which parts of the framework find each other at run time, past the import graph.
 *
 * Two copies of the framework can meet in one process: a bundled app has one, and the server, the development server or
 * the command that runs the app has another. `instanceof`, a WeakMap or a plain symbol would only know its own copy, so
 * these symbols are global. `src/architecture.test.ts` allows no others. A new one needs a reason here.
 */

/** A router, or a handler around one, takes one more observer. For the test kit, which gets the handler of a built app. */
export const observeWith: unique symbol = Symbol.for('framework.observeWith')

/** A router checks its responses from now on. For the development server, which did not create the router. */
export const turnOnChecks: unique symbol = Symbol.for('framework.checkReturns')

/** Marks the handler of pages, for the router, which calls it with its bus. Commands put their own function in the place of the pages of an app. */
export const isPages: unique symbol = Symbol.for('framework.pages')

/** What a middleware demands of the others. The middleware can come from another copy than the router. */
export const middlewareRules: unique symbol = Symbol.for('framework.middlewareRules')

/** A session reports that it was used. The session can come from another copy than `session()`. */
export const onSessionUse: unique symbol = Symbol.for('framework.onSessionUse')

/** What `framework prove` sees of an app. It is on `globalThis`, because an app can call its routers itself. */
export const proofKey: unique symbol = Symbol.for('framework.proof')

/** Whether the app keeps something outside of this process. A storage can come from another copy than the pages. */
export const sharedStateKey: unique symbol = Symbol.for('framework.sharedState')

/** Marks the error of a form that exceeds a limit, so that `instanceof FormLimitError` is right in every copy. */
export const formLimitErrorBrand: unique symbol = Symbol.for('framework.formLimitError')

/** A handler takes a request that is not a `Request` yet. The Node adapter can be another copy than the router of an app. */
export const handleIncoming: unique symbol = Symbol.for('framework.handleIncoming')

/** A router sets what `provide` has for a request. The development server passes requests on to the app's copy. */
export const handleWith: unique symbol = Symbol.for('framework.handleWith')

/** The panel of the dev server sees the options of the client router. It is on `globalThis`: a project's copy is pre-bundled. */
export const watchRouter: unique symbol = Symbol.for('framework.watchRouter')

/** Marks a mistake of the client, which gets its own status. The app throws it, and the server catches it. */
export const requestErrorBrand: unique symbol = Symbol.for('framework.requestError')

/** Marks the error of a service that may work again soon. The app throws it, and the server catches it. */
export const unavailableErrorBrand: unique symbol = Symbol.for('framework.unavailableError')

/** The body of a request, which each copy reads at most once. The adapter and the app can be two copies. */
export const requestBody: unique symbol = Symbol.for('framework.requestBody')

/** The parts of a response that is not a native one yet. The app creates it, and the adapter sends it. */
export const lightParts: unique symbol = Symbol.for('framework.readLightResponse')

/** The file behind a body. `staticFiles()` of the app creates it, and the adapter sends it. */
export const chunkSource: unique symbol = Symbol.for('framework.chunkSource')
