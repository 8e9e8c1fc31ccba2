// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import type { Handoff } from '../page-protocol/handoff.ts'
import { takeDataParam } from '../page-protocol/data-url.ts'
import { readBlocks } from './deferred-blocks.ts'

let readyState: DocumentReadyState
/** The path of the page. The page of an earlier test may still be asking for its data. */
let path = ''
let pages = 0
beforeEach(() => {
  readyState = 'loading'
  vi.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState)
  document.body.innerHTML =
    '<script id="__framework" type="application/json">{}</script><noscript></noscript><script></script>'
  path = `/books/${pages++}`
  history.pushState(null, '', `${path}?page=2`)
})
afterEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('closed')))
  finish()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Members = Record<string, Promise<unknown> & { status?: string; value?: unknown }>

function start(given: Partial<Handoff> = {}): Members {
  const handoff = {
    loaderData: { root: { user: 'ada' }, book: { title: 'Dune' } },
    later: { book: ['reviews', 'similar'] },
    ...given,
  } as unknown as Handoff
  readBlocks(handoff)
  expect(handoff.loaderData['root']).toEqual({ user: 'ada' })
  expect(handoff.loaderData['book']).toMatchObject({ title: 'Dune' })
  return handoff.loaderData['book'] as Members
}

function addBlock(text: string): Element {
  const block = document.createElement('script')
  block.type = 'application/json'
  block.dataset['framework'] = 'later'
  block.textContent = text
  document.body.append(block)
  return block
}

function finish(): void {
  readyState = 'interactive'
  document.dispatchEvent(new Event('DOMContentLoaded'))
}

const reviews = JSON.stringify({ later: ['book', 'reviews'], data: ['good'] })
const similar = JSON.stringify({ later: ['book', 'similar'], data: ['Emma'] })

describe('readBlocks', () => {
  it('has values at once that the handoff has', async () => {
    const members = start({
      late: [
        { later: ['book', 'reviews'], data: ['good'] },
        { later: ['book', 'similar'], error: { type: 'error', message: 'no' } },
      ],
    })
    expect(members['reviews']).toMatchObject({ status: 'fulfilled', value: ['good'] })
    await expect(members['similar']).rejects.toThrow('no')
  })

  it.each([
    '?_wait',
    '?_wait=',
    '?_wait&page=2',
    '?page=2&_wait',
    '?page=2&_wait&q=%20x&_wait=',
    '?page=2',
    '?_wait=5&x_wait&_waiting',
    '',
  ])('removes what only a browser without JavaScript needs from the URL: %j', (search) => {
    history.replaceState({ user: 1 }, '', `${path}${search}#top`)
    start()
    const { url } = takeDataParam(path + search)
    expect(location.pathname + location.search + location.hash).toBe(`${url}#top`)
    expect(history.state).toEqual({ user: 1 })
  })

  it('settles values with the blocks that the document has and gets', async () => {
    addBlock(similar)
    const members = start()
    expect(members['similar']).toMatchObject({ status: 'fulfilled', value: ['Emma'] })
    expect(members['reviews']!.status).toBeUndefined()
    addBlock(reviews)
    expect(await members['reviews']).toEqual(['good'])
  })

  it('waits for the end of a block that came in pieces', async () => {
    const members = start()
    const block = addBlock(reviews.slice(0, 20))
    await eventually(() => expect(block.isConnected).toBe(true))
    block.textContent += reviews.slice(20)
    expect(await members['reviews']).toEqual(['good'])
  })

  it('removes what only a browser without JavaScript needs, before hydration', () => {
    start()
    expect(document.querySelector('noscript')).toBeNull()
    expect(document.querySelectorAll('script')).toHaveLength(2)
  })

  it('loads by a data request what the document did not bring', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.startsWith(path)) asked.push(url)
      return new Response(
        `{"book":{"data":{"title":"Dune"},"later":["reviews","similar"]}}\n${reviews}\n{"end":true}\n`,
        {
          headers: {
            'Content-Type': 'application/jsonl; charset=utf-8',
            'X-Framework-Response': 'data',
          },
        },
      )
    })
    const members = start()
    addBlock(similar)
    finish()
    expect(await members['reviews']).toEqual(['good'])
    expect(await members['similar']).toEqual(['Emma'])
    expect(asked).toEqual([`${path}?page=2&_data=book`])
  })

  it('does the same if the document brings nothing anymore, and never ends', async () => {
    vi.useFakeTimers()
    const stop = vi.fn()
    vi.stubGlobal('stop', stop)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    const members = start()
    vi.advanceTimersByTime(15_000)
    document.body.append('\n') // As the server does while nothing happens.
    await Promise.resolve()
    vi.advanceTimersByTime(15_000)
    expect(stop).not.toHaveBeenCalled()
    vi.advanceTimersByTime(5000)
    expect(stop).toHaveBeenCalledOnce()
    vi.useRealTimers()
    await expect(members['reviews']).rejects.toThrow('Could not load "reviews"')
  })

  it('takes them from a response that waited for them', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json(
        { book: { data: {}, later: ['reviews', 'similar'], late: [JSON.parse(reviews)] } },
        { headers: { 'X-Framework-Response': 'data' } },
      ),
    )
    readyState = 'complete'
    const members = start()
    expect(await members['reviews']).toEqual(['good'])
    await expect(members['similar']).rejects.toThrow(
      'Could not load "similar": the connection ended',
    )
  })

  it('rejects what nothing brings', async () => {
    const replacements = [
      () => Promise.reject(new TypeError('offline')),
      async () => Response.json({ redirect: { location: '/login' } }, { status: 202 }),
      async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    ]
    for (const replacement of replacements) {
      vi.stubGlobal('fetch', replacement)
      readyState = 'complete'
      const members = start()
      await expect(members['reviews']).rejects.toThrow(
        'Could not load "reviews": the connection ended',
      )
    }
  })

  it('requests nothing if everything is there', () => {
    const fetch = vi.fn()
    vi.stubGlobal('fetch', fetch)
    start()
    addBlock(reviews)
    addBlock(similar)
    finish()
    expect(fetch).not.toHaveBeenCalled()
  })
})
