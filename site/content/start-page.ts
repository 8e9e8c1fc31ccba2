// The start page: what the README shows, and the guides by section.
import { readBlocks, readPage } from '../../scripts/docs/pages.ts'
import { escapeHtml } from './escape-html.ts'
import { loadHighlighter } from './highlight.ts'
import type { Linker } from './links.ts'
import { testedLink, withImages } from './markdown.ts'
import { describeGuides, type SitePage } from './site-pages.ts'

/** What search engines show. */
export const startTitle = 'framework: typed React pages that work before JavaScript loads'
export const startDescription =
  'A React framework for TypeScript developers: typed routes, real forms, sessions and safe defaults in one package, on Node, Bun, Deno and Workers.'

const features = [
  [
    'Typed from the URL to the page',
    'Patterns, params, forms and links are declared once. The compiler knows them everywhere, without generated code.',
    'routing.md',
  ],
  [
    'Works before JavaScript does',
    'Links are links and forms are forms. The browser then fetches data instead of documents.',
    'forms.md',
  ],
  [
    'Safe by default',
    'Cross-site requests are refused, cookies are signed, and a Content-Security-Policy is one line.',
    'security.md',
  ],
  [
    'Only the web platform',
    'A Request in, a Response out, on Node, Bun, Deno and Workers. Use the router alone, or with React.',
    'deployment.md',
  ],
] as const

/**
 * @param html The list of guides, docs/README.md, as HTML. Its tables stay
 * @param linker Rewrites links that start in docs/
 * @param pages All pages of the site
 */
export async function createStartPage(
  html: string,
  linker: Linker,
  pages: readonly SitePage[],
): Promise<string> {
  const tables = html.slice(html.indexOf('<h2 id="look-things-up"'))
  return [
    await hero(linker),
    await example(linker),
    shop(linker),
    panel(linker),
    chart(linker),
    guides(linker, pages),
    tables,
  ].join('\n')
}

/** What this is and for whom, and the commands that start a project. */
async function hero(linker: Linker): Promise<string> {
  const highlight = await loadHighlighter(['sh'])
  const commands = ['npm run new ../my-shop', 'cd ../my-shop && npm install && npm run dev']
  const cards = features.map(
    ([title, text, file]) =>
      `<li><h2><a href="${linker.href(file)}">${title}</a></h2><p>${text}</p></li>`,
  )

  return `<div class="hero"><div><h1>For TypeScript developers who want React pages that work before JavaScript loads</h1>
<p class="lead">A React framework and a router in one package without dependencies: routes, forms, sessions and tests, typed from the URL to the page.</p></div>
<div class="first"><figure class="code"><figcaption>In a clone, with Node 22.22 or newer</figcaption><pre tabindex="0"><code>${highlight(commands.join('\n'), 'sh')}</code></pre><button type="button" class="copy">Copy</button></figure>
<p class="buttons"><a class="button" href="${linker.href('start.md')}">Get started</a> <a class="button quiet" href="${linker.href('tutorial/README.md')}">Follow the tutorial</a></p></div></div>
<ul class="features">${cards.join('')}</ul>`
}

/** The page of the README. */
async function example(linker: Linker): Promise<string> {
  const highlight = await loadHighlighter(['tsx'])
  const { code, options } = readBlocks(readPage('README.md')).find(
    ({ language }) => language === 'tsx',
  )!

  return `<section class="example"><div><h2 id="a-page">A page is a module</h2>
<p>The pattern types <code>params</code>, and the loader types what the page shows.</p>
<p>This form works without JavaScript. With JavaScript, the browser updates the page without loading a new document.</p>
<p>The router also works <a href="${linker.href('start.md#the-router-alone')}">alone</a>, without pages, React or Vite.</p></div>
<figure class="code"><figcaption>${escapeHtml(options['file']!)}${testedLink(linker.source('README.md'))}</figcaption><pre tabindex="0"><code>${highlight(code.trimEnd(), 'tsx')}</code></pre></figure></section>`
}

function shop(linker: Linker): string {
  const alt =
    'The front page of the bookstore: a search, a menu of subjects, and the covers of new books'
  const picture = inBothThemes(linker, 'demos/bookstore/pictures/home-desktop', [1280, 860], alt)

  return `<section class="shop"><div><h2 id="a-whole-shop">A whole shop, made with it</h2>
<p>The <a href="${linker.href('../demos/bookstore/README.md')}">bookstore</a> has a search, a cart, a checkout, accounts, reviews, an admin area with uploads, and a stock that changes while you look at it. All of it works without JavaScript.</p>
<p>In a clone, <code>npm start</code> installs, builds and serves it.</p></div>
${picture}</section>`
}

function panel(linker: Linker): string {
  const alt =
    'The panel below a page: the steps of a request as bars, with the loader that it waited for in red'
  const picture = inBothThemes(linker, 'docs/pictures/panel-requests', [1120, 700], alt)

  return `<section class="shop"><div><h2 id="see-what-happens">See what happens, and why</h2>
<p>While you develop, every page has a <a href="${linker.href('devtools.md')}">panel</a>. It says what a response waited for, why each loader ran or was kept, which route takes a URL, and why a page was not cached.</p>
<p>Agents read the same log. Secrets never reach it, and a build does not contain it.</p></div>
${picture}</section>`
}

/** A picture in two files, of which the theme of the page shows one. */
function inBothThemes(
  linker: Linker,
  file: string,
  [width, height]: readonly [number, number],
  alt: string,
): string {
  const images = ['light', 'dark'].map(
    (theme) =>
      `<img class="only-${theme}" src="${linker.source(`${file}-${theme}.png`)}" width="${width}" height="${height}" loading="lazy" alt="${alt}">`,
  )
  return `<div class="picture">${images.join('')}</div>`
}

/** One of the charts that `npm run charts` writes into the README. */
function chart(linker: Linker): string {
  const [, src, width, alt] =
    /<img src="(docs\/charts\/client-bytes\.svg)" width="(\d+)"[^>]* alt="([^"]+)"/.exec(
      readPage('README.md').text,
    )!
  const image = `<img src="../${src}" width="${width}" alt="${alt}">`

  return `<section class="shop chart"><div><h2 id="measured">Measured, not promised</h2>
<p>Every number comes from a benchmark in the repository. <a href="${linker.href('measurements.md')}">Measurements</a> has all charts, the targets that are met and the ones that are not.</p></div>
${withImages(image, 'docs/README.md', linker)}</section>`
}

function guides(linker: Linker, pages: readonly SitePage[]): string {
  const about = describeGuides()
  const sections = new Map<string, SitePage[]>()
  for (const page of pages) {
    if (page.area !== 'guides' || page.section === '') continue
    sections.set(page.section, [...(sections.get(page.section) ?? []), page])
  }
  const lists = Array.from(sections, ([name, list]) => {
    const items = list.map(({ path, label }) => {
      const text = about.get(path)
      return `<li><a href="${linker.href(path.replace(/^docs\//, ''))}">${escapeHtml(label)}</a>${text ? `<span>${escapeHtml(text)}</span>` : ''}</li>`
    })
    return `<section><h3>${name}</h3><ul>${items.join('')}</ul></section>`
  })

  return `<h2 id="documentation">Documentation</h2><div class="guides">${lists.join('')}</div>`
}
