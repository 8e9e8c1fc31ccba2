import { createElement, Suspense, use, version, type ReactElement } from 'react'
import { preloadModule } from 'react-dom'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import {
  documentEnd,
  hasUnfinishedBoundary,
  insertPreloads,
  startOfInstruction,
} from './react-markup.ts'

const nonce = 'n0nce'

/** What to read first if a release of React makes a test of this file fail. */
function changed(what: string): string {
  return `React ${version} writes ${what} in another way than src/pages/server/react-markup.ts says. Change that file, and name the version there.`
}

describe('the markup of React that the framework reads', () => {
  it('has a mark for a boundary that was not finished, because it suspends or throws', () => {
    const pending = new Promise<string>(() => {})
    const suspending = createBoundary(() => use(pending))
    const failing = createBoundary(() => {
      throw new Error('Broken')
    })
    const finished = createBoundary(() => 'Books')
    const text = createElement('p', { title: '<!--$!-->' }, '<!--$!-->')

    const what = changed('an unfinished boundary')
    expect(hasUnfinishedBoundary(renderToString(suspending)), what).toBe(true)
    expect(hasUnfinishedBoundary(renderToString(failing)), what).toBe(true)
    expect(hasUnfinishedBoundary(renderToString(finished)), what).toBe(false)
    expect(hasUnfinishedBoundary(renderToString(text)), what).toBe(false)
  })

  it('begins every script that shows a part of a stream in the same way', async () => {
    const first = Promise.withResolvers<string>()
    const second = Promise.withResolvers<string>()
    const stream = await renderToReadableStream(
      createDocument(
        createBoundary(() => use(first.promise)),
        createBoundary(() => use(second.promise)),
      ),
      { nonce, progressiveChunkSize: Infinity, onError() {} },
    )
    const reader = stream.getReader()
    await reader.read() // The shell.
    first.resolve('Dune')
    second.reject(new Error('Broken'))
    const decoder = new TextDecoder()
    let html = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      html += decoder.decode(part.value, { stream: true })
    }

    const what = changed('the scripts of a stream')
    const starts = html.match(/<script[^>]*>../g) ?? []
    const start = startOfInstruction(nonce)
    expect(html, what).toContain('Dune')
    expect(starts, what).toEqual([start, start])
  })

  it('ends a document with the end of its body, at once and as a stream', async () => {
    const what = changed('the end of a document')
    const document = createDocument('Books')
    expect(renderToString(document).endsWith(documentEnd), what).toBe(true)

    const title = Promise.withResolvers<string>()
    const stream = await renderToReadableStream(
      createDocument(createBoundary(() => use(title.promise))),
      { nonce },
    )
    title.resolve('Dune')
    const html = await new Response(stream).text()
    expect(html, what).toContain('Dune')
    expect(html.endsWith(documentEnd), what).toBe(true)
  })

  it.each<[string, (child: ReactElement | null) => ReactElement]>([
    ['a document with a head', (child) => createDocument(child)],
    [
      'a document without a head',
      (child) => createElement('html', null, createElement('body', null, child)),
    ],
    ['a root without a document', (child) => createElement('main', null, child)],
  ])('has its preloads where insertPreloads() writes them, in %s', (_, create) => {
    const Preload = (): null => {
      preloadModule('/a.js', { as: 'script' })
      return null
    }
    const html = renderToString(create(null))
    const withPreloads = insertPreloads(html, '<link rel="modulepreload" href="/a.js"/>')
    expect(withPreloads, changed('the start of a document')).toBe(
      renderToString(create(createElement(Preload))),
    )
  })
})

function createBoundary(read: () => string): ReactElement {
  const Title = (): string => read()
  return createElement(Suspense, { fallback: 'Loading' }, createElement(Title))
}

function createDocument(...children: (ReactElement | string | null)[]): ReactElement {
  const head = createElement(
    'head',
    null,
    createElement('title', null, 'Books'),
    createElement('meta', { name: 'viewport', content: 'width=device-width' }),
    createElement('meta', { charSet: 'utf-8' }),
  )
  return createElement('html', { title: 'a > b' }, head, createElement('body', null, ...children))
}
