// What an app may use. A build for the browser changes these to `false` where the app does not use the feature, so that it
// can leave out the code: see `browserOnly()` in the `vite` folder. For live pages, it changes `await-live.ts`.

/** Whether a route may declare what its loader reads. */
export const canDeclare = true as boolean

/** Whether an action may use `once()`, so that submissions have keys. */
export const canOnce = true as boolean

/** Whether a module may decide if a loader runs again: it exports `shouldReload` or `shouldRevalidate`. */
export const canDecide = true as boolean

/** Whether the manifest may be split, so that the browser learns routes when it needs them. */
export const canLearn = true as boolean

/** Whether the app may be served below a path. */
export const hasBasename = true as boolean

/** Whether `/about/` may be the same page as `/about`, or lead to it. */
export const hasSpellings = true as boolean
