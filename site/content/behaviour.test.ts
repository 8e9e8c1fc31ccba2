import { describe, expect, it } from 'vitest'
import { readPage } from '../../scripts/docs/pages.ts'
import { behaviour, createIndex, readGroups } from './behaviour.ts'
import { readContent, renderAll } from './content.ts'

const groups = readGroups(readPage(behaviour))
const ids = groups.flatMap(({ rows }) => rows)

describe('the pages of behaviour', () => {
  it('have every row once, with its id as the anchor', async () => {
    const pages = (await renderAll()).filter(({ path }) => path.startsWith(`${behaviour}#`))
    const anchors = pages.flatMap(({ html }) =>
      Array.from(html.matchAll(/ id="([A-Z]{2}-\d+)"/g), ([, id]) => id!),
    )
    expect(anchors).toEqual(ids)
    expect(new Set(anchors).size).toBe(anchors.length)
    expect(anchors.length).toBeGreaterThan(350)
  })

  it('have tables of at most four columns', async () => {
    for (const { url, html } of await renderAll()) {
      if (!url.startsWith('/behaviour')) continue
      for (const [row] of html.matchAll(/<tr>.*?<\/tr>/g)) {
        expect(row.match(/<t[hd][ >]/g)!.length, `${url}: ${row}`).toBeLessThanOrEqual(4)
      }
    }
  })

  it('are listed on one page, with the ids of their rows', async () => {
    const { html } = (await readContent('/behaviour'))!
    for (const { title, rows } of groups) {
      expect(html).toContain(`>${title}</a></h2>`)
      for (const id of rows) expect(html).toContain(`<span id="${id}">`)
    }
    expect(html).toContain('<a href="/behaviour/which-handlers-run#RU-6">RU-6</a>')
  })

  it('follow each other', async () => {
    const content = (await readContent('/behaviour/interruptions'))!
    expect(content.previous?.url).toBe('/behaviour/page-transitions')
    expect(content.next?.url).toBe('/behaviour/fetchers')
    expect(content.menu.map(({ name }) => name)).toContain('Behaviour')
    expect((await readContent('/reference'))!.menu.map(({ name }) => name)).not.toContain(
      'Behaviour',
    )
  })

  it('are what ids in guides, READMEs, comments of the reference and decisions lead to', async () => {
    const known = new Set(ids)
    const plain = (await renderAll()).flatMap(({ url, html }) =>
      Array.from(
        html.replaceAll(/<(a|pre|code)\b[^]*?<\/\1>/g, '').matchAll(/\b[A-Z]{2}-\d+\b/g),
        ([id]) => `${url}: ${id}`,
      ).filter((line) => known.has(line.split(': ')[1]!)),
    )
    // The ids of the rows themselves are anchors.
    expect(plain.filter((line) => !line.startsWith('/behaviour'))).toEqual([])

    const reference = (await renderAll()).find(({ url }) => url === '/reference/response')!
    expect(reference.html).toMatch(/href="\/behaviour\/[\w-]+#MV-2">MV-2<\/a>/)
    const readme = (await renderAll()).find(({ url }) => url === '/src/pages/react')!
    expect(readme.html).toContain('<a href="/behaviour/fetchers#FE-3">FE-3 and FE-5</a>')
  })
})

describe('createIndex', () => {
  it('leaves out what is not a sentence, and an id that is not a row is text', () => {
    const page = {
      path: behaviour,
      title: 'B',
      text: '# B\n\nAbout.\n\n## One\n\n| Id | Rule | Test |\n| --- | --- | --- |\n| AA-1 | x | y |\n',
    }
    const { text } = createIndex(page, readGroups(page))
    expect(text).toBe('# B\n\nAbout.\n\n\n\n## [One](#one)\n\n<span id="AA-1">AA-1</span>')
  })
})
