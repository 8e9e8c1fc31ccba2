/** The same pathname with the slash at its end added or removed. The root path has only one spelling. */
export function otherSpelling(pathname: string): string {
  if (pathname === '/' || pathname === '//') return pathname
  return pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`
}
