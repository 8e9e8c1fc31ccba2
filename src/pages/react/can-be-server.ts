/**
 * Whether this code may render on a server. A build for the browser changes this to `false`, so that it can leave out what
 * only a server does: see `browserOnly()` in the `vite` folder.
 */
export const canBeServer = true as boolean
