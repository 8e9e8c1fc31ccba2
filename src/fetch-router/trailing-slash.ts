import { otherSpelling } from '../internal/trailing-slash.ts'

/** Throws for an unknown value, so that a misspelled `'strict'` does not serve more URLs. */
export function assertTrailingSlash(value: unknown): void {
  if (value !== 'strict' && value !== 'ignore' && value !== 'redirect') {
    throw new TypeError(
      `Cannot use ${JSON.stringify(value)} as \`trailingSlash\`. Use "strict", "ignore" or "redirect".`,
    )
  }
}

/** Returns the URL with the trailing slash of its path added or removed, or `undefined` if it has only one spelling. */
export function otherHref(href: string): string | undefined {
  const url = new URL(href)
  const other = otherSpelling(url.pathname)
  if (other === url.pathname) return undefined
  url.pathname = other
  return url.href
}
