// A build replaces this module if all its paths are plain: see `browserOnly()` in the `vite` folder.
export { createPathMatcher as createPaths } from '../../router/route-pattern/shared.ts'
