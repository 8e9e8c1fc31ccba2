import { describe, expect, it, vi } from 'vitest'
import type { Location } from '../page-protocol/transition.ts'
import { createBrowserHistory } from './browser-history.ts'
import { createLocation } from './href.ts'
import type { HistoryWindow } from './read-location.ts'

interface FakeWindow extends HistoryWindow {
  /** What the browser does when a user clicks a plain `#hash` link. */
  clickHash(hash: string): void
  pop(delta: number): void
  entries: { href: string; state: unknown }[]
  assigned: string[]
}

function createWindow(href = '/', state: unknown = null): FakeWindow {
  const entries = [{ href, state }]
  const listeners = new Set<() => void>()
  let index = 0
  const url = (): URL => new URL(entries[index]!.href, 'https://shop.test')
  const window: FakeWindow = {
    entries,
    assigned: [],
    location: {
      get pathname() {
        return entries[index]!.href.startsWith('//') ? entries[index]!.href : url().pathname
      },
      get search() {
        return url().search
      },
      get hash() {
        return url().hash
      },
      assign: (target) => window.assigned.push(target),
    },
    history: {
      get state() {
        return entries[index]!.state
      },
      pushState: (state, _unused, href) => {
        entries.splice(++index, Infinity, { href, state: structuredClone(state) })
      },
      replaceState: (state, _unused, href = entries[index]!.href) => {
        entries[index] = { href, state: structuredClone(state) }
      },
      go: (delta) => window.pop(delta),
    },
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
    clickHash(hash) {
      const href = url().pathname + hash
      entries.splice(++index, Infinity, { href, state: null })
      for (const listener of listeners) listener()
    },
    pop(delta) {
      index += delta
      for (const listener of listeners) listener()
    },
  }
  return window
}

const at = (href: string, state?: unknown): Location =>
  createLocation(new URL(href, 'https://shop.test'), state)

describe('createBrowserHistory', () => {
  it('reads the first entry', () => {
    const history = createBrowserHistory(createWindow('/a?b#c'))
    expect(history.location).toEqual({
      pathname: '/a',
      search: '?b',
      hash: '#c',
      state: null,
      key: 'default',
    })
  })

  it('keeps what others wrote into the state of the first entry', () => {
    const window = createWindow('/', { theirs: 1 })
    createBrowserHistory(window)
    expect(window.history.state).toEqual({ theirs: 1, index: 0 })
  })

  it('pushes and replaces with key and state', () => {
    const window = createWindow()
    const history = createBrowserHistory(window)
    const pushed = at('/a', { from: 'home' })
    history.push(pushed)
    expect(history.location).toEqual(pushed)
    const replaced = at('/b?c#d')
    history.replace(replaced)
    expect(history.location).toEqual(replaced)
    expect(window.entries.map(({ href }) => href)).toEqual(['/', '/b?c#d'])
  })

  it('tells how far a pop went', () => {
    const window = createWindow()
    const history = createBrowserHistory(window)
    const pops: [string, number | undefined][] = []
    const stop = history.listen(({ pathname }, delta) => pops.push([pathname, delta]))
    history.push(at('/a'))
    history.push(at('/b'))
    history.go(-2)
    history.go(1)
    stop()
    history.go(-1)
    expect(pops).toEqual([
      ['/', -2],
      ['/a', 1],
    ])
  })

  it('knows its place again after the document was loaded anew', () => {
    const window = createWindow()
    createBrowserHistory(window).push(at('/a'))
    const history = createBrowserHistory(window)
    const deltas: unknown[] = []
    history.listen((_location, delta) => deltas.push(delta))
    history.go(-1)
    expect(deltas).toEqual([-1])
  })

  it('takes in an entry that the browser made for a hash link', () => {
    const window = createWindow('/a')
    const history = createBrowserHistory(window)
    const pops: [string, number | undefined][] = []
    history.listen(({ hash }, delta) => pops.push([hash, delta]))
    window.clickHash('#x')
    expect(history.location.key).not.toBe('default')
    window.pop(-1)
    expect(pops).toEqual([
      ['#x', undefined],
      ['', -1],
    ])
  })

  it('goes there by a document when the state cannot be stored', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const window = createWindow()
    createBrowserHistory(window).push(at('/a', () => {}))
    expect(window.assigned).toEqual(['/a'])
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })

  it('never has a pathname that reads as a host', () => {
    expect(createBrowserHistory(createWindow('//evil.test')).location.pathname).toBe('/evil.test')
  })
})
