import { createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { PreloadAttributes } from '../react/shared.ts'
import { Preloads } from './document-render.ts'

describe('Preloads', () => {
  it.each<PreloadAttributes>([
    {},
    { nonce: 'abc' },
    { crossOrigin: '' },
    { crossOrigin: 'anonymous' },
    { crossOrigin: 'use-credentials', nonce: 'abc' },
  ])('are the same in a document that is rendered at once, with %j', (attributes) => {
    const head = createElement(
      'head',
      null,
      createElement('title', null, 'Books'),
      createElement('meta', { name: 'viewport', content: 'width=device-width' }),
      createElement('meta', { charSet: 'utf-8' }),
    )
    expectSame(attributes, (scripts) =>
      createElement('html', { title: 'a > b' }, head, createElement('body', null, scripts)),
    )
    expectSame(attributes, (scripts) =>
      createElement('html', null, createElement('body', null, scripts)),
    )
    expectSame(attributes, (scripts) => createElement('main', null, scripts))
  })

  it('are not in a document without scripts', () => {
    const preloads = new Preloads(['/a.js'])
    expect(preloads.collect(() => '<main></main>')).toBe('<main></main>')
  })

  it('do not split an element that React did not write', () => {
    const preloads = new Preloads(['/a.js'])
    const html = preloads.collect(() => {
      preloads.add({})
      return '<html><p>hello</p></html>'
    })
    expect(html).toBe('<html><link rel="modulepreload" href="/a.js"/><p>hello</p></html>')
  })
})

function expectSame(
  attributes: PreloadAttributes,
  createDocument: (scripts: ReactElement) => ReactElement,
): void {
  const preloads = new Preloads(['/a.js', '/b.js?c=1&d="<>"'])
  const Scripts = () => {
    preloads.add(attributes)
    return null
  }
  const document = createDocument(createElement(Scripts))

  const html = preloads.collect(() => renderToString(document))
  expect(html).toContain('rel="modulepreload"')
  expect(html).toBe(renderToString(document))
}
