import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/docs/pages.ts'
import { drawDiagram } from './diagram.ts'

describe('a diagram', () => {
  it('has a column for everybody, an arrow for a message and a box for a note', () => {
    const svg = drawDiagram(
      'title: A click\nBrowser -> Server: GET /books\nServer: runs <loaders>\nServer -> Browser: data',
    )
    expect(svg.match(/class="box"/g)).toHaveLength(2)
    expect(svg.match(/class="tip"/g)).toHaveLength(2)
    expect(svg.match(/class="note"/g)).toHaveLength(1)
    expect(svg).toContain('runs &lt;loaders&gt;')
    expect(svg).toContain('<title>A click</title>')
    expect(svg).toContain('Browser to Server: GET /books. Server: runs &lt;loaders&gt;.')
  })

  it('stands inside of the picture', () => {
    const svg = drawDiagram(
      'title: A long note\nBrowser -> Server: GET\nBrowser: a note that is longer than its column',
    )
    const [, x] = /class="note" x="(-?[\d.]+)"/.exec(svg)!
    expect(Number(x)).toBeGreaterThanOrEqual(0)
  })

  it('can be layers, from top to bottom', () => {
    const svg = drawDiagram('title: Storeys\ntools | cli, vite\npages | react')
    expect(svg.match(/class="box"/g)).toHaveLength(2)
    expect(svg.indexOf('cli, vite')).toBeLessThan(svg.indexOf('react'))
  })

  it.each([
    ['Browser -> Server: GET', 'Write a first line such as "title: A click on a link"'],
    ['title: A\nBrowser', 'Cannot draw "Browser"'],
    [`title: A\nA -> B: ${'x'.repeat(29)}`, 'it has 29 characters, and there is room for 28'],
  ])('of %j says what to write', (text, message) => {
    expect(() => drawDiagram(text)).toThrow(message)
  })
})

describe('the diagrams of the guides', () => {
  const blocks = ['docs/**/*.md', 'src/**/README.md'].flatMap((pattern) =>
    globSync(pattern, { cwd: root }).flatMap((path) =>
      Array.from(
        readFileSync(join(root, path), 'utf8').matchAll(/^```diagram\n([^]*?)^```$/gm),
        ([, text]) => ({ path, text: text! }),
      ),
    ),
  )

  it('can be drawn', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(5)
    for (const { text } of blocks) expect(drawDiagram(text)).toContain('<svg')
  })
})
