// @vitest-environment happy-dom
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import type { Browser, Prefetcher } from './browser.ts'
import { RouterContext, type RouterValue } from './contexts.ts'
import { PrefetchAnchor } from './prefetch.tsx'

it('watches an anchor even if the code arrives while the link is being removed', () => {
  const seen: string[] = []
  const prefetcher = {
    watch(anchor: HTMLAnchorElement | null) {
      seen.push(`watches ${anchor?.tagName}`)
      return () => seen.push('stops')
    },
  } as unknown as Prefetcher
  let arrive = (): void => {}
  const browser = {
    whenPrefetching(use) {
      let end: void | (() => void)
      arrive = () => {
        end = use(prefetcher)
      }
      return () => end?.()
    },
  } as Browser

  function Page({ hasLink }: { hasLink: boolean }) {
    // React has removed the anchor when this runs, but it has not cleaned up the effects of the link.
    useLayoutEffect(() => {
      if (!hasLink) arrive()
    })
    return hasLink && <PrefetchAnchor attributes={{ href: '/' }} mode="intent" />
  }
  const root = createRoot(document.body)
  const render = (hasLink: boolean): void =>
    flushSync(() => {
      root.render(
        <RouterContext value={{ browser } as RouterValue}>
          <Page hasLink={hasLink} />
        </RouterContext>,
      )
    })
  render(true)
  render(false)
  expect(seen).toEqual(['watches A', 'stops'])
  root.unmount()
})
