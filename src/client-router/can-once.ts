/**
 * Whether an action of the app may use `once()`, so that submissions have keys. A build for the browser changes this to
 * `false` if none does, so that it can leave out what belongs to it: see `browserOnly()` in the `vite` folder.
 */
export const canOnce = true as boolean
