/**
 * Whether a route of the app may declare what its loader reads. A build for the browser changes this to `false` if no route
 * does, so that it can leave out what belongs to it: see `browserOnly()` in the `vite` folder.
 */
export const canDeclare = true as boolean
