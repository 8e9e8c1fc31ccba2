import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patience } from '../../../src/internal/fixtures/patience.fixture.ts'
import { startShop, type Shop } from './support/shop.ts'
import { createVisitor, launchBrowser, type Visitor } from './support/visitor.ts'

describe('a drawn cover', () => {
  let shop: Shop
  let browser: Browser
  let visitor: Visitor

  beforeAll(async () => {
    ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
    visitor = await createVisitor(browser, shop.url)
  })
  afterAll(async () => {
    await visitor?.close()
    await browser?.close()
    await shop?.close()
  })

  it('has all its words on it, in every font', async () => {
    for (const slug of await listSlugs()) {
      for (const font of ['serif', 'sans-serif', 'monospace', 'cursive']) {
        expect(await measure(slug, font), `${slug} in ${font}`).toSatisfy(isOnCover)
      }
    }
  })

  it('has all its words on it in a font that is far wider or narrower than most', async () => {
    for (const slug of await listSlugs()) {
      for (const aspect of [0.2, 1.2]) {
        const rule = `text { font-size-adjust: ${aspect} }`
        expect(await measure(slug, 'monospace', rule), `${slug} at ${aspect}`).toSatisfy(isFitted)
      }
    }
  })

  it('has room for the longest title and author, and for other scripts', async () => {
    const slugs = addBooks([
      ['Donaudampfschifffahrtsgesellschaftskapitän', 'Al'],
      ['WWWWWWWWWWWWWWWWWWWWWW mmmmmmmmmmmmmmmmmmmmmmmmmm', 'W'.repeat(60)],
      ['A word and '.repeat(10).trim(), 'Somebody With Quite a Lot of Names and Titles'],
      ['静かな火曜日が十一回あった年のこと', '山田 花子'],
      ['i', 'l'],
    ])
    for (const slug of slugs) {
      for (const font of ['serif', 'monospace']) {
        expect(await measure(slug, font), `${slug} in ${font}`).toSatisfy(isOnCover)
      }
    }
  })

  interface Box {
    text: string
    left: number
    right: number
    top: number
    bottom: number
  }

  /** Where each line of a cover is, in a font. A cover is 300 wide and its drawing begins at 225. */
  async function measure(slug: string, font: string, rule = ''): Promise<Box[]> {
    const cover = await (await fetch(`${shop.url}/covers/${slug}.svg`)).text()
    const drawn = cover.replace(/font-family="[^"]*"/, `font-family="${font}"`)
    await visitor.page.setContent(`<style>${rule}</style>${drawn}`)

    return visitor.page.locator('svg text').evaluateAll((lines) =>
      (lines as SVGTextElement[]).map((line) => {
        const { x, y, width, height } = line.getBBox()
        return {
          text: line.textContent,
          left: x,
          right: x + width,
          top: y,
          bottom: y + height,
        }
      }),
    )
  }

  function isFitted(boxes: Box[]): boolean {
    return boxes.length > 1 && boxes.every(({ left, right }) => left >= 9 && right <= 300 - 9)
  }

  function isOnCover(boxes: Box[]): boolean {
    return isFitted(boxes) && boxes.every(({ top, bottom }) => top >= 9 && bottom <= 250)
  }

  async function listSlugs(): Promise<string[]> {
    const response = await fetch(`${shop.url}/api/books`)
    const { books } = (await response.json()) as { books: { slug: string }[] }
    expect(books.length).toBeGreaterThan(5)

    return books.map(({ slug }) => slug)
  }

  function addBooks(books: readonly [title: string, author: string][]): string[] {
    const db = new DatabaseSync(join(shop.directory, 'shop.sqlite'), { timeout: patience })
    const add = db.prepare(
      `INSERT INTO books (slug, title, author, genre, year, pages, price, stock, blurb)
       VALUES (?, ?, ?, 'Fiction', 2026, 1, 1, 1, '')`,
    )
    const slugs = books.map(([title, author], i) => {
      add.run(`book-${i}`, title, author)
      return `book-${i}`
    })
    db.close()

    return slugs
  }
})
