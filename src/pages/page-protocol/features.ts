// The features that an app may use. If an app does not use one, a build for the browser changes it to `false` and leaves out
// its code: see `browserOnly()` in the `vite` folder. For live pages, it changes `await-live.ts`.

/** Whether a route may declare what its loader reads. */
export const canDeclare = true as boolean

/** Whether an action may use `once()`, so that submissions have keys. */
export const canOnce = true as boolean

/** Whether a module may decide if a loader runs again: it exports `shouldReload` or `shouldRevalidate`. */
export const canDecide = true as boolean

/** Whether the manifest may be split, so that the browser loads routes when it needs them. */
export const canLearn = true as boolean

/** Whether the app may be served below a path. */
export const hasBasename = true as boolean

/** Whether `/about/` may be the same page as `/about`, or redirect to it. */
export const hasSpellings = true as boolean
