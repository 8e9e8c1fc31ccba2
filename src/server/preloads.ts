import { preloadModule } from 'react-dom'
import { escapeHtml } from '../internal/escape-html.ts'
import type { PreloadAttributes } from '../react/shared.ts'
import { insertPreloads } from './react-markup.ts'

/**
 * The modules that a document preloads.
 *
 * React adds a preload to any render, but it takes a few microseconds for each. A document that is rendered at once gets
 * its preloads as text.
 */
export class Preloads {
  readonly #urls: readonly string[]
  #collected: string | undefined
  /** Whether the page has rendered `<Scripts>`. */
  isAdded = false

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /** Adds the preloads to the document that is being rendered. */
  add({ nonce, crossOrigin }: PreloadAttributes): void {
    this.isAdded = true
    if (this.#collected === undefined) {
      for (const url of this.#urls) preloadModule(url, { as: 'script', nonce, crossOrigin })
      return
    }

    const mode = crossOrigin && (crossOrigin === 'use-credentials' ? crossOrigin : '')
    this.#collected = ''
    for (const url of this.#urls) {
      this.#collected +=
        `<link rel="modulepreload" href="${escapeHtml(url)}"` +
        `${attribute('crossorigin', mode)}${attribute('nonce', nonce)}/>`
    }
  }

  /** Returns the document that `render` writes, with its preloads. Returns `undefined` if `render` does. */
  collect(render: () => string | undefined): string | undefined {
    this.#collected = ''
    try {
      const html = render()
      if (html === undefined || this.#collected === '') return html

      return insertPreloads(html, this.#collected)
    } finally {
      this.#collected = undefined
    }
  }
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`
}
