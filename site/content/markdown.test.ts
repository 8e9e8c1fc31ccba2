import { describe, expect, it } from 'vitest'
import { createLinker } from './links.ts'
import { renderMarkdown } from './markdown.ts'

const urls = new Map([
  ['docs/start.md', '/start'],
  ['docs/routing.md', '/routing'],
  ['docs/README.md', '/'],
])

async function render(text: string, sources = new Set<string>()): Promise<string> {
  const page = { path: 'docs/start.md', title: 'Start', text: `# Start\n\n${text}` }
  const { html } = await renderMarkdown(page, createLinker(page.path, urls, sources))

  return html.replace('<h1 id="start">Start</h1>\n', '')
}

describe('links', () => {
  it('lead to pages of the site', async () => {
    expect(await render('[Routing](routing.md#patterns)')).toContain('href="/routing#patterns"')
    expect(await render('[All](README.md)')).toContain('href="/"')
  })

  it('lead to a copy of a file that is not a page', async () => {
    const sources = new Set<string>()
    const html = await render('[test](../src/pages/server/load.test.ts)', sources)
    expect(html).toContain('href="/source/src/pages/server/load.test.ts.txt"')
    expect([...sources]).toEqual(['src/pages/server/load.test.ts'])
  })

  it('to headings of the same page stay short', async () => {
    expect(await render('[Commands](#commands)')).toContain('href="#commands"')
  })

  it('in HTML lead to pages too, and not to nothing', async () => {
    expect(await render('<a class="x" href="routing.md">Routing</a>')).toContain('href="/routing"')
    await expect(render('<a href="nothing.md">Nothing</a>')).rejects.toThrow('leads nowhere')
  })

  it('lead nowhere if their file is outside of the repository', async () => {
    await expect(render('[a folder](../..)')).rejects.toThrow('its link ../.. leads nowhere')
  })

  it('to other sites stay as they are', async () => {
    expect(await render('[Vite](https://vite.dev/a?b=1&c=2)')).toContain(
      'href="https://vite.dev/a?b=1&amp;c=2"',
    )
  })

  it('that lead nowhere fail the build', async () => {
    await expect(render('[x](nothing.md)')).rejects.toThrow(
      'Cannot build docs/start.md: its link nothing.md leads nowhere. Correct the link.',
    )
    await expect(render('[x](routing.md#nothing)')).rejects.toThrow('leads nowhere')
  })
})

describe('code', () => {
  it('in a sentence keeps the option of a command in one line', async () => {
    expect(await render('Run `npm run bench -- --quick <b>`.')).toContain(
      '<code>npm run bench <span>--</span> <span>--quick</span> &lt;b&gt;</code>',
    )
  })

  it('has its file name as a caption, and classes instead of inline styles', async () => {
    const html = await render("```ts file=app/a.ts\nconst a = '<b>'\n```")
    expect(html).toContain('<figcaption>app/a.ts</figcaption>')
    expect(html).toContain('<span class="k">const </span>')
    expect(html).toContain('<span class="s">\'&lt;b&gt;\'</span>')
    expect(html).not.toContain('style=')
  })

  it('that follows another file of its example is a tab', async () => {
    const html = await render(
      '```ts file=app/a.ts\na\n```\n\n<!-- a comment -->\n\n```ts file=app/b.ts\nb\n```\n\n```ts file=c.ts example=other\nc\n```',
    )
    expect(html.match(/<input type="radio" name="tabs-1"/g)).toHaveLength(2)
    expect(html).toContain('<label for="tabs-1-2">b.ts</label>')
    expect(html).toContain('<figcaption>c.ts</figcaption>')
  })

  it('with text before it is not a tab', async () => {
    const html = await render('```ts file=a.ts\na\n```\n\nThen:\n\n```ts file=b.ts\nb\n```')
    expect(html).not.toContain('type="radio"')
  })

  it('that the checks run links to its source', async () => {
    expect(await render('```ts file=a.ts run\na\n```')).toContain('href="/source/docs/start.md"')
    expect(
      await render('```ts file=app/routes/a.ts\na\n```\n\n<!-- try GET /a => 200 -->'),
    ).toContain('class="checked"')
    expect(await render('```ts file=a.ts\na\n```')).not.toContain('class="checked"')
  })

  it('in a language without a grammar is plain text', async () => {
    expect(await render('```text\na <b>\n```')).toContain('<code>a &lt;b&gt;</code>')
  })
})

describe('the rest', () => {
  it('leaves comments out', async () => {
    expect(await render('a\n\n<!-- try GET / => 200 -->\n\nb')).not.toContain('<!--')
  })

  it('gives headings the anchors of GitHub, also a second time', async () => {
    const html = await render('## What `a()` is\n\n## What `a()` is')
    expect(html).toContain('<h2 id="what-a-is">')
    expect(html).toContain('<h2 id="what-a-is-1">')
  })

  it('has no head for a table without headings', async () => {
    expect(await render('| | |\n|---|---|\n| a | b |')).not.toContain('<th')
  })

  it('gives images their height', async () => {
    const html = await render('<img src="charts/http.svg" width="410" alt="x">')
    expect(html).toMatch(/src="\/source\/docs\/charts\/http.svg" width="410" height="\d+"/)
  })

  it('has copies of images, also of those in Markdown, and needs each of them', async () => {
    const sources = new Set<string>()
    const html = await render('![Requests](charts/http.svg)', sources)
    expect(html).toContain('<img src="/source/docs/charts/http.svg" loading="lazy" alt="Requests">')
    expect([...sources]).toEqual(['docs/charts/http.svg'])
    await expect(render('![Nothing](charts/nothing.svg)')).rejects.toThrow('leads nowhere')
    await expect(render('<img src="nothing.svg" alt="">')).rejects.toThrow('leads nowhere')
  })
})

describe('charts', () => {
  it('that follow each other stand in columns, and one picture stands alone', async () => {
    const chart = '<img src="charts/client-bytes.svg" width="410" alt="Bytes">'
    expect(await render(`${chart}\n${chart}`)).toMatch(/^<div class="charts"><img [^]*<\/div>\n$/)
    expect(await render(chart)).not.toContain('class="charts"')
  })
})
