import { hasBasename } from './features.ts'

/** Removes the basename from a pathname: `/shop/cart` in `/shop` is `/cart`. Returns `null` outside the app. */
export function stripBasename(pathname: string, basename: string): string | null {
  if (!hasBasename || basename === '/') return pathname
  if (pathname === basename) return '/'
  return pathname.startsWith(`${basename}/`) ? pathname.slice(basename.length) : null
}

/** Adds the basename to a path: `/cart?all` in `/shop` is `/shop/cart?all`, and `/` is `/shop`. */
export function addBasename(path: string, basename: string): string {
  return !hasBasename || basename === '/' ? path : basename + path.replace(/^\/(?=[?#]|$)/, '')
}
