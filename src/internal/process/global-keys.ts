/*
 * The global keys under which parts of the framework find each other at run time, without an import.
 *
 * Two copies of the framework can meet in one process: a bundled app has one, and the server, the development server or
 * the command that runs the app has another. `instanceof`, a WeakMap or a plain symbol would only know its own copy, so
 * these symbols are global. `src/tests/architecture.test.ts` allows no others. A new one needs a reason here.
 */

/**
 * A router, or a handler around a router, takes one more observer. The test kit needs this, because it gets the handler of a
 * built app.
 */
export const observeWith: unique symbol = Symbol.for('framework.observeWith')

/**
 * A router publishes for the work of a process, and tells its observers about it. The server that runs the work and the router
 * can come from two copies.
 */
export const lendTo: unique symbol = Symbol.for('framework.lendTo')

/** A router checks its responses from now on. The development server needs this, because it did not create the router. */
export const turnOnChecks: unique symbol = Symbol.for('framework.checkReturns')

/**
 * Marks the handler of pages, so that the router calls it with its bus. Commands replace the pages of an app with their own
 * function.
 */
export const isPages: unique symbol = Symbol.for('framework.pages')

/** The rules of a middleware for other middleware. The middleware and the router can come from two copies. */
export const middlewareRules: unique symbol = Symbol.for('framework.middlewareRules')

/** Called when a session is used. The session and `session()` can come from two copies. */
export const onSessionUse: unique symbol = Symbol.for('framework.onSessionUse')

/** The parts of an app that `framework prove` sees. They are on `globalThis`, because an app can call its routers itself. */
export const proofKey: unique symbol = Symbol.for('framework.proof')

/** Whether the app stores something outside of this process. A storage and the pages can come from two copies. */
export const sharedStateKey: unique symbol = Symbol.for('framework.sharedState')

/** Marks the error of a form that exceeds a limit, so that `instanceof FormLimitError` is right in every copy. */
export const formLimitErrorBrand: unique symbol = Symbol.for('framework.formLimitError')

/**
 * A handler takes a request that may not be a `Request` yet, and a router also takes `provide`. The Node adapter, the
 * development server and the router of an app can come from several copies.
 */
export const handleIncoming: unique symbol = Symbol.for('framework.handleIncoming')

/**
 * The panel of the dev server sees the options of the client router. They are on `globalThis`, because a project's copy is
 * pre-bundled.
 */
export const watchRouter: unique symbol = Symbol.for('framework.watchRouter')

/** The event by which links in the browser tell the panel of the dev server where they lead. It is of another copy, too. */
export const linkEvent = 'framework:link'

/** Marks a mistake of the client, which gets its own status. The app throws it, and the server catches it. */
export const requestErrorBrand: unique symbol = Symbol.for('framework.requestError')

/** Marks the error of a service that may work again soon. The app throws it, and the server catches it. */
export const unavailableErrorBrand: unique symbol = Symbol.for('framework.unavailableError')

/** The body of a request, which is read at most once. The adapter and the app can come from two copies. */
export const requestBody: unique symbol = Symbol.for('framework.requestBody')

/** The parts of a response that is not a native one yet. The app creates the response, and the adapter sends it. */
export const lightParts: unique symbol = Symbol.for('framework.readLightResponse')

/** The file behind a body. `staticFiles()` of the app creates the body, and the adapter sends it. */
export const chunkSource: unique symbol = Symbol.for('framework.chunkSource')
