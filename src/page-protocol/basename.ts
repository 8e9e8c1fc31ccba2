/** The pathname inside the app, or `null` if it is outside: `/shop/cart` in `/shop` is `/cart`. */
export function stripBasename(pathname: string, basename: string): string | null {
  if (basename === '/') return pathname
  if (pathname === basename) return '/'
  return pathname.startsWith(`${basename}/`) ? pathname.slice(basename.length) : null
}

/** The path as the browser shows it: `/cart?all` in `/shop` is `/shop/cart?all`, and `/` is `/shop`. */
export function addBasename(path: string, basename: string): string {
  return basename === '/' ? path : basename + path.replace(/^\/(?=[?#]|$)/, '')
}
