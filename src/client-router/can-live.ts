import type * as LiveCode from './live.ts'

/**
 * Loads the code of live pages. A build for the browser changes this to `undefined` if no page can be live, so that it can
 * leave out what belongs to it: see `browserOnly()` in the `vite` folder.
 */
export const loadLive = (() => import('./live.ts')) as (() => Promise<typeof LiveCode>) | undefined
