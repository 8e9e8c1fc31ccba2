// What the routes of the app use. A build for the browser changes these to `false` where no route uses the feature, so that
// it can leave out the code: see `browserOnly()` in the `vite` folder. For live pages, it changes `await-live.ts`.

/** Whether a route may declare what its loader reads. */
export const canDeclare = true as boolean

/** Whether an action may use `once()`, so that submissions have keys. */
export const canOnce = true as boolean
