import { linkEvent } from '../../internal/process/global-keys.ts'

const told = new Set<string>()
/** More paths than these are not looked at. */
const mostPaths = 200

/** Tells the panel of the dev server about a link or a form in the browser, which looks for its target. Each path is told once. */
export function tellOfLink(href: string): void {
  const path = href.replace(/[?#].*/, '')
  if (told.size >= mostPaths || told.has(path)) return
  told.add(path)
  globalThis.dispatchEvent?.(new CustomEvent(linkEvent, { detail: path }))
}
