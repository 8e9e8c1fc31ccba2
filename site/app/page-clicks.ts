import { useNavigate } from 'framework'
import type { MouseEvent } from 'react'

/** Handles clicks in rendered Markdown: links to pages navigate, and buttons copy code. */
export function usePageClicks(): (event: MouseEvent) => void {
  const navigate = useNavigate()

  return (event) => {
    const target = event.target as Element
    const button = target.closest('button.copy')
    if (button) {
      void navigator.clipboard.writeText(button.previousElementSibling!.textContent).then(() => {
        button.textContent = 'Copied'
        setTimeout(() => (button.textContent = 'Copy'), 2000)
      })
      return
    }

    // Links that are components have handled the click already.
    const link = event.defaultPrevented ? null : target.closest('a')
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    const path = link && pagePath(link)
    if (!isPlain || !path) return
    event.preventDefault()
    void navigate(path)
  }
}

/** Returns the path of a link to another page of this site, without the basename. */
function pagePath({ origin, pathname, hash }: HTMLAnchorElement): string | undefined {
  const base = import.meta.env.BASE_URL
  if (origin !== location.origin || !pathname.startsWith(base)) return undefined
  if (pathname === location.pathname) return undefined
  const path = pathname.slice(base.length)

  // Names with a dot are files, and other versions are other sites.
  return path.includes('.') ? undefined : `/${path}${hash}`
}
