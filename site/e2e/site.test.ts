import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchOptions } from '../../e2e/setup/browser.ts'
import { browserPatience } from '../../src/internal/fixtures/patience.fixture.ts'
import { buildSite, client, serveSite } from './serve-site.ts'

/** One page of each kind. */
const kinds = [
  '/',
  '/sessions',
  '/tutorial/data',
  '/reference/cookie',
  '/src/http/cookie',
  '/behaviour',
  '/behaviour/page-transitions',
  '/all',
  '/decisions',
]

let server: Awaited<ReturnType<typeof serveSite>>
let browser: Browser
/** The documents by the path of their page. */
let documents: Map<string, string>
/** What browsers complained about: errors, and violations of the policy. */
const complaints: string[] = []

beforeAll(async () => {
  await buildSite()
  documents = new Map(
    globSync('**/*.html', { cwd: client }).map((file) => [
      file === 'index.html' ? '/' : `/${file.slice(0, -'.html'.length)}`,
      readFileSync(join(client, file), 'utf8'),
    ]),
  )
  ;[server, browser] = await Promise.all([serveSite(), chromium.launch(launchOptions())])
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  expect(complaints).toEqual([])
})

async function open(
  path: string,
  options: { javaScript?: boolean; width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const { javaScript = true, width = 1280, colorScheme = 'light' } = options
  const context = await browser.newContext({
    baseURL: server.url,
    javaScriptEnabled: javaScript,
    colorScheme,
    viewport: { width, height: 860 },
  })
  context.setDefaultTimeout(browserPatience)
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    if (/status of 404/.test(message.text())) return
    complaints.push(`${page.url()}: ${message.text()}`)
  })
  await page.goto(path)
  if (javaScript) await becomesLive(page)

  return { page, context }
}

/** Waits for the client router, which takes over scrolling when it starts. */
async function becomesLive(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === 'manual')
}

describe('the files', () => {
  it('are there for every guide, entry point and decision', () => {
    const paths = [...documents.keys()]
    expect(paths).toEqual(
      expect.arrayContaining([...kinds, '/404', '/runtimes/bun', '/reference/framework']),
    )
    expect(paths.length).toBeGreaterThan(120)
  })

  it('have no link that leads nowhere', () => {
    const ids = new Map(
      Array.from(documents, ([path, html]) => [
        path,
        new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id!)),
      ]),
    )
    const files = new Set(globSync('**', { cwd: client }).map((file) => `/${file}`))
    const broken = Array.from(documents).flatMap(([path, html]) =>
      Array.from(
        withoutData(html).matchAll(/ (?:href|src)="([^"]+)"/g),
        ([, link]) => new URL(link!.replaceAll('&amp;', '&'), `http://site${path}`),
      )
        .filter(({ host }) => host === 'site')
        .filter(({ pathname, hash }) => {
          const page = ids.get(pathname)
          if (!page) return !files.has(pathname)
          return hash !== '' && !page.has(decodeURIComponent(hash.slice(1)))
        })
        .map(({ pathname, hash }) => `${path}: ${pathname}${hash}`),
    )
    expect(broken).toEqual([])
  })

  it('have no inline code and no inline styles', () => {
    for (const [path, html] of documents) {
      const markup = withoutData(html)
      expect(markup, path).not.toMatch(/<style|<[a-z][^>]* style="| on[a-z]+="/)
      expect(markup.match(/<script(?![^>]* src=)[^>]*>/g), path).toBeNull()
    }
  })

  it('load nothing from other sites', () => {
    for (const [path, html] of documents) {
      expect(withoutData(html), path).not.toMatch(/ src="(?:https?:)?\/\//)
    }
  })

  it('have at most 30 KB of HTML for a guide, and 45 KB for the longest', () => {
    const guides = [...documents].filter(([, html]) => html.includes('"area":"guides"'))
    expect(guides.length).toBeGreaterThan(25)
    for (const [path, html] of guides) {
      // The list of every heading grows with the documentation, the guide about logins is a whole application, and the one
      // about moving has a row for each name of the old routers.
      const most = ['/all', '/login', '/from-react-router'].includes(path) ? 45 : 30
      expect(gzip(html), path).toBeLessThanOrEqual(most * 1024)
    }
  })

  it('include the texts for language models, and a sitemap', () => {
    const list = readFileSync(join(client, 'llms.txt'), 'utf8')
    const link = /\]\(https:\/\/framework\.example(\/source\/docs\/start\.md)\)/.exec(list)?.[1]
    expect(readFileSync(join(client, link!), 'utf8')).toContain('# Start')
    expect(readFileSync(join(client, 'llms-full.txt'), 'utf8')).toContain('# Sessions and login')
    expect(readFileSync(join(client, 'sitemap.xml'), 'utf8')).toContain('/routing</loc>')
  })
})

describe('a guide in a browser', () => {
  it('stays in its budget and does not move while it loads', async () => {
    const { page, context } = await open('/sessions')
    await page.waitForLoadState('networkidle')
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/testing')
    await becomesLive(page)
    await page.waitForLoadState('networkidle')

    const size = (extension: string): number =>
      [...new Set(requests)]
        .filter((path) => path.endsWith(extension))
        .reduce((sum, path) => sum + gzip(readFileSync(join(client, path))), 0)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(12)
    expect(size('.css')).toBeLessThanOrEqual(12 * 1024)
    expect(size('.js')).toBeGreaterThan(50 * 1024)
    expect(size('.js')).toBeLessThanOrEqual(95 * 1024)
    expect(await layoutShift(page)).toBe(0)
    await context.close()
  })

  it('navigates without a new document, from the menu and from the text', async () => {
    const { page, context } = await open('/start')
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Errors').click()
    await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor()
    await page.locator('article a[href="/security"]').first().click()
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
    await context.close()
  })

  it('searches after the field gets focus, and opens a result', async () => {
    const { page, context } = await open('/start')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    expect(loaded.filter((url) => /search/.test(url))).toEqual([])
    await page.keyboard.press('/')
    const field = page.getByRole('combobox')
    await field.fill('where sessions are stored')
    await page.getByRole('option').first().waitFor()
    await expect.poll(() => loaded.filter((url) => /search/.test(url))).toHaveLength(2)
    await field.press('ArrowDown')
    await field.press('ArrowUp')
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Sessions and login' }).waitFor()
    await context.close()
  })

  it('remembers the colours', async () => {
    const { page, context } = await open('/start')
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
    await expect.poll(background).not.toBe(light)
    const dark = await background()
    await page.reload()
    await becomesLive(page)
    await expect.poll(background).toBe(dark)
    await context.close()
  })

  it('shows a page for an address that does not exist', async () => {
    const { page, context } = await open('/nothing/here', { javaScript: false })
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await context.close()
  })
})

describe('the start page', () => {
  it('has a typed example, a chart, and a picture of the shop in the colours of the page', async () => {
    const { page, context } = await open('/', { colorScheme: 'dark' })
    expect(await page.locator('.example pre').innerText()).toContain("LoaderArgs<'/books/:slug'>")
    expect(await page.getByRole('img', { name: /^JavaScript of a page/ }).count()).toBe(1)

    const picture = page.getByRole('img', { name: 'The front page of the bookstore' })
    await expect.poll(() => picture.getAttribute('src')).toContain('home-desktop-dark.png')
    await page.getByRole('radio', { name: 'Light' }).check({ force: true })
    await expect.poll(() => picture.getAttribute('src')).toContain('home-desktop-light.png')
    await picture.scrollIntoViewIfNeeded()
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.only-light')!.naturalWidth > 0,
    )
    await context.close()
  })

  it('says what it is to search engines, and links to the source in header and footer', async () => {
    const { page, context } = await open('/', { javaScript: false })
    expect(await page.title()).toMatch(/^framework: .*React/)
    const description = page.locator('meta[name=description]')
    expect((await description.getAttribute('content'))!.length).toBeGreaterThan(100)
    expect(await page.locator('header').getByRole('link', { name: 'Source' }).count()).toBe(1)
    expect(await page.locator('footer').getByRole('link', { name: 'Source' }).count()).toBe(1)
    await context.close()
  })

  it('has the two commands that start a project, to copy', async () => {
    const { page, context } = await open('/')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await becomesLive(page)
    // The button says so for two seconds, which a busy machine can miss.
    const copied = page.locator('.hero').evaluate(
      (hero) =>
        new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (hero.textContent.includes('Copied')) resolve()
          })
          observer.observe(hero, { childList: true, characterData: true, subtree: true })
        }),
    )
    await page.locator('.hero').getByRole('button', { name: 'Copy' }).click()
    await copied
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'npm run new ../my-shop\ncd ../my-shop && npm install && npm run dev',
    )
    await context.close()
  })

  it.each([390, 768, 1280])('cuts no line of code in a window of %i px', async (width) => {
    const { page, context } = await open('/', { javaScript: false, width })
    const hidden = await page
      .locator('pre')
      .evaluateAll((all) => all.map((pre) => pre.scrollWidth - pre.clientWidth))
    expect(hidden).toEqual([0, 0])
    await context.close()
  })

  it.each(['/', '/all', '/nothing/here'])('has a menu on a phone, as %s has', async (path) => {
    const { page, context } = await open(path, { javaScript: false, width: 390 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#menu').getByRole('link', { name: 'Reference' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reference' }).waitFor()
    await context.close()
  })

  it('leads to every guide', async () => {
    const { page, context } = await open('/', { javaScript: false })
    const links = page.locator('.guides a')
    expect(await links.count()).toBeGreaterThan(35)
    await page.locator('.guides').getByRole('link', { name: 'Form fields' }).click()
    await page.getByRole('heading', { level: 1, name: 'Form fields' }).waitFor()
    await context.close()
  })
})

describe('behaviour', () => {
  it('has a short page for each group, whose rows are columns in a window and cards on a phone', async () => {
    const { page, context } = await open('/behaviour', { javaScript: false })
    await page.getByRole('article').getByRole('link', { name: 'PT-14' }).click()
    await page.waitForURL('**/behaviour/page-transitions#PT-14')
    const row = page.locator('[id="PT-14"]')
    type Sizes = Record<'columns' | 'top' | 'height', number>
    const sizes = async (): Promise<Sizes> =>
      row.evaluate((body) => ({
        columns: new Set(
          Array.from(
            body.querySelectorAll('tr:first-child > *'),
            (cell) => cell.getBoundingClientRect().x,
          ),
        ).size,
        top: body.getBoundingClientRect().top,
        height: document.documentElement.scrollHeight,
      }))
    await expect
      .poll(sizes)
      .toSatisfy(({ columns, top }: Sizes) => columns === 4 && top > 0 && top < 860)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect
      .poll(sizes)
      .toSatisfy(({ columns, height }: Sizes) => columns === 1 && height < 12_000)
    await context.close()
  })
})

describe('without JavaScript', () => {
  it('the search is a link to every heading', async () => {
    const { page, context } = await open('/start', { javaScript: false })
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('heading', { level: 1, name: 'Every heading' }).waitFor()
    await page.getByRole('link', { name: 'Where sessions are stored' }).click()
    await page.waitForURL('**/sessions#where-sessions-are-stored')
    await context.close()
  })

  it('tabs show one file at a time', async () => {
    const { page, context } = await open('/sessions', { javaScript: false })
    const tabs = page.locator('.tabs').first()
    await tabs.getByText('createCookieSessionStorage<').waitFor()
    expect(await tabs.getByText('checkPassword').isVisible()).toBe(false)
    await tabs.getByText('users.server.ts', { exact: true }).click()
    await tabs.getByText('checkPassword').waitFor()
    await context.close()
  })

  it('the menu opens on a phone', async () => {
    const { page, context } = await open('/sessions', { javaScript: false, width: 390 })
    const link = page.getByRole('navigation', { name: 'Pages' }).getByText('Errors')
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
    await context.close()
  })

  it.each([320, 390])('no page is wider than a window of %i px', async (most) => {
    const { page, context } = await open('/', { javaScript: false, width: most })
    for (const path of [...kinds, '/measurements', '/reference/framework']) {
      await page.goto(path)
      await page.locator('.versions').evaluate((menu) => menu.setAttribute('open', ''))
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, path).toBeLessThanOrEqual(most)
    }
    await context.close()
  })
})

describe('accessibility', () => {
  it('has no problem on any page', async () => {
    const paths = [...documents.keys()].filter((path) => !kinds.includes(path))
    const violations: string[] = []
    // Two windows use two cores.
    await Promise.all(
      [1, 2].map(async () => {
        const { page, context } = await open('/sessions')
        for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
          // The header, the menu and the colours are the same on all pages of a kind, so only what differs is shown.
          await page.evaluate(showMain, documents.get(path)!)
          const part = { include: ['main'], exclude: ['pre > code'] }
          violations.push(...(await findViolations(page, path, part, ['color-contrast'])))
        }
        await context.close()
      }),
    )
    expect(violations).toEqual([])
  })

  it.each([
    { scripts: true, colorScheme: 'light' },
    { scripts: true, colorScheme: 'dark' },
    { scripts: false, colorScheme: 'light' },
    { scripts: false, colorScheme: 'dark' },
  ] as const)('has no problem with %o', async ({ scripts, colorScheme }) => {
    const { page, context } = await open('/', { colorScheme })
    // Axe needs timers, which do not run if JavaScript is disabled. Empty scripts have the same effect.
    if (!scripts) {
      await context.route('**/*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      )
    }
    const violations: string[] = []
    for (const path of kinds) {
      await page.goto(path)
      violations.push(...(await findViolations(page, path)))
    }
    expect(violations).toEqual([])
    await context.close()
  })
})

let axe: string | undefined

/**
 * @param part What to look at: a selector, or what to look at and what to leave out
 * @param skipped The ids of rules that are not checked
 */
async function findViolations(
  page: Page,
  path: string,
  part: string | { include: string[]; exclude: string[] } = 'html',
  skipped: readonly string[] = [],
): Promise<string[]> {
  const rules = Object.fromEntries(skipped.map((id) => [id, { enabled: false }]))
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // With the debugger, because the Content-Security-Policy does not block it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'], preload: false, rules: ${JSON.stringify(rules)} })`,
  )) as { violations: { id: string; nodes: { html: string }[] }[] }

  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${path}: ${id}: ${html.slice(0, 200)}`),
  )
}

/** Shows the main part of another document, without the time that loading it would take. */
function showMain(html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html')
  document.title = next.title
  document.querySelector('main')!.replaceWith(next.querySelector('main')!)
}

/** Returns how much the page moved while it loaded. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            total += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(total), 300)
      }),
  )
}

/** Returns a document without the JSON block for the client router, which contains the page again. */
function withoutData(html: string): string {
  return html.replace(/<script[^>]* type="application\/json">[^]*?<\/script>/g, '')
}

function gzip(content: string | Buffer): number {
  return gzipSync(content, { level: 9 }).length
}
