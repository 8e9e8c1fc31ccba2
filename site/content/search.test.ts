import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { packDocuments, unpackDocuments } from '../app/pack-search.ts'
import { createSearchEngine, type SearchDocument, type SearchEngine } from '../app/search-engine.ts'
import { createSearchDocuments } from './search-documents.ts'

/** What people ask, and the page that has the answer. */
const questions: readonly [question: string, page: string][] = [
  ['how do I log a user in', '/login'],
  ['upload a file', '/uploads'],
  ['deploy with docker', '/deployment'],
  ['deploy', '/deployment'],
  ['auth middleware', '/src/middleware/auth'],
  ['breaking changes', '/upgrading'],
  ['resize an image', '/images'],
  ['translate my site', '/i18n'],
  ['run on cloudflare workers', '/runtimes/workers'],
  ['bun', '/runtimes/bun'],
  ['deno', '/runtimes/deno'],
  ['vercel', '/runtimes/vercel'],
  ['netlify', '/runtimes/netlify'],
  ['aws lambda', '/runtimes/lambda'],
  ['fly', '/runtimes/fly'],
  ['kubernetes', '/runtimes/kubernetes'],
  ['systemd', '/runtimes/systemd'],
  ['validate a form with zod', '/forms'],
  ['what is a contract', '/contracts'],
  ['nested layouts', '/pages'],
  ['page title', '/pages'],
  ['tailwind', '/styling'],
  ['reload data after a mutation', '/loading-data'],
  ['sqlite database', '/database'],
  ['form without javascript', '/forms'],
  ['optimistic ui', '/pending-ui'],
  ['prefetch links', '/pending-ui'],
  ['404 page', '/errors'],
  ['error boundary', '/errors'],
  ['flash message', '/sessions'],
  ['write my own middleware', '/middleware'],
  ['json api', '/api'],
  ['server-sent events', '/reference/live'],
  ['send live updates to the browser', '/live'],
  ['content security policy', '/security'],
  ['environment variables', '/configuration'],
  ['test a page without a browser', '/testing'],
  ['behind a proxy', '/deployment'],
  ['coming from remix', '/from-react-router'],
  ['migrate from express', '/from-express-or-hono'],
  ['coming from next', '/from-next'],
  ['useLoaderData', '/reference/react'],
  ['csrf token', '/src/middleware/csrf'],
  ['createCookie', '/reference/cookie'],
  ['tutorial for beginners', '/tutorial'],
]

/** Words that people type, and the section that must be the first result. */
const words: readonly [word: string, url: string][] = [
  ['SSE', '/live'],
  ['auth', '/sessions'],
  ['authentication', '/sessions'],
  ['deploy', '/deployment'],
  ['hosting', '/deployment'],
  ['internationalization', '/i18n'],
  ['k8s', '/runtimes/kubernetes'],
  ['oauth', '/providers'],
  ['sso', '/providers'],
  ['realtime', '/live'],
  ['repeated fields', '/form-fields#rows'],
  ['useFieldArray', '/form-fields#rows'],
  ['i18n', '/i18n'],
  ['drizzle', '/drizzle'],
  ['migrations', '/drizzle#migrations'],
  ['sentry', '/error-monitors'],
  ['monorepo', '/monorepo'],
  ['api versions', '/monorepo#api-versions'],
  ['responsive images', '/images'],
  ['vscode', '/editors#visual-studio-code'],
  ['tsconfig', '/editors#tsconfigjson'],
  ['upgrade', '/upgrading'],
  ['cron', '/jobs#at-a-fixed-time-cron'],
  ['queue', '/jobs'],
  ['jwt', '/tokens#jwt'],
  ['basic auth', '/tokens#basic-auth'],
  ['api key', '/tokens#api-keys'],
  ['markdown', '/markdown'],
  ['mdx', '/markdown#mdx'],
  ['rss', '/markdown#a-feed'],
  ['blog', '/markdown'],
  ['basepath', '/configuration#basename-serve-an-app-below-a-path'],
  ['basename', '/configuration#basename-serve-an-app-below-a-path'],
  ['cookie', '/src/http/cookie'],
  ['prisma', '/database#prisma-and-other-databases'],
  ['upload', '/uploads'],
  ['graceful shutdown', '/deployment#graceful-shutdown'],
  ['dark mode', '/styling#dark-mode'],
  ['infinite scroll', '/loading-data#infinite-scroll'],
  ['select', '/form-fields#a-select'],
  ['checkbox', '/form-fields#checkboxes'],
  ['radio', '/form-fields#radio-buttons'],
  ['useLoaderData', '/reference/react#useloaderdata'],
  ['useNavigate', '/navigation#navigate-from-code'],
  ['docker', '/deployment#docker'],
  ['roles', '/middleware#guards'],
  ['websocket', '/websockets'],
  ['csp', '/security'],
  ['ssg', '/static-export'],
  ['toast', '/sessions'],
  ['pagination', '/loading-data#infinite-scroll'],
]

/** What people type without thinking about our words, and the page that must be the first result. */
const typed: readonly [query: string, page: string][] = [
  ['password reset', '/login'],
  ['reset password', '/login'],
  ['forgot password', '/login'],
  ['login', '/login'],
  ['sign up', '/login'],
  ['logout', '/sessions'],
  ['session cookie', '/sessions'],
  ['protect a route', '/middleware'],
  ['redirect back', '/navigation'],
  ['redirect after login', '/navigation'],
  ['redirect', '/navigation'],
  ['file upload', '/uploads'],
  ['image upload', '/uploads'],
  ['s3', '/uploads'],
  ['graphql', '/api'],
  ['rest api', '/api'],
  ['openapi', '/api'],
  ['swagger', '/api'],
  ['outbox', '/jobs'],
  ['background jobs', '/jobs'],
  ['send email', '/login'],
  ['websocket', '/websockets'],
  ['env', '/configuration'],
  ['environment variables', '/configuration'],
  ['dotenv', '/configuration'],
  ['deploy', '/deployment'],
  ['health check', '/deployment'],
  ['cloudflare', '/runtimes/workers'],
  ['csrf token', '/src/middleware/csrf'],
  ['cors', '/src/middleware/cors'],
  ['rate limit', '/src/middleware/rate-limit'],
  ['csp nonce', '/security'],
  ['optimistic', '/pending-ui'],
  ['optimistic ui', '/pending-ui'],
  ['loading spinner', '/pending-ui'],
  ['prefetch', '/pending-ui'],
  ['useFetcher', '/pending-ui'],
  ['form validation', '/forms'],
  ['validation errors', '/forms'],
  ['double submit', '/once'],
  ['idempotency', '/once'],
  ['404', '/errors'],
  ['not found', '/errors'],
  ['error boundary', '/errors'],
  ['layout', '/pages'],
  ['nested routes', '/pages'],
  ['meta tags', '/pages'],
  ['route params', '/routing'],
  ['query params', '/navigation'],
  ['search params', '/navigation'],
  ['scroll position', '/navigation'],
  ['css modules', '/styling'],
  ['cache', '/caching'],
  ['cache control', '/caching'],
  ['streaming', '/loading-data'],
  ['suspense', '/loading-data'],
  ['defer', '/loading-data'],
  ['testing', '/testing'],
  ['playwright', '/testing'],
  ['accessibility', '/testing'],
  ['prometheus', '/observability'],
  ['metrics', '/observability'],
  ['logging', '/src/middleware/logger'],
  ['postgres', '/database'],
  ['static site', '/static-export'],
  ['prerender', '/static-export'],
  ['sitemap', '/static-export'],
  ['typed links', '/navigation'],
  ['middleware', '/middleware'],
  ['next.js', '/from-next'],
  ['remix', '/from-remix-3'],
  ['react router', '/from-react-router'],
  ['express', '/from-express-or-hono'],
  ['path alias', '/configuration'],
  ['download a file', '/uploads'],
  ['2fa', '/login'],
  ['403', '/errors'],
  ['500', '/errors'],
  ['admin', '/login'],
  ['autosave', '/drafts'],
  ['catch all route', '/routing'],
  ['debug', '/devtools'],
  ['devtools', '/devtools'],
  ['dropdown', '/form-fields'],
  ['getServerSideProps', '/from-next'],
  ['hot reload', '/start'],
  ['https', '/deployment'],
  ['install', '/start'],
  ['magic link', '/login'],
  ['mock api', '/testing'],
  ['mongodb', '/database'],
  ['one binary', '/deployment'],
  ['open graph', '/pages'],
  ['optional param', '/routing'],
  ['params', '/routing'],
  ['pm2', '/runtimes/systemd'],
  ['react query', '/loading-data'],
  ['redis', '/deployment'],
  ['robots.txt', '/configuration'],
  ['server actions', '/forms'],
  ['session timeout', '/sessions'],
  ['single executable', '/deployment'],
  ['tls', '/deployment'],
  ['trpc', '/api'],
  ['rpc', '/api'],
  ['trusted types', '/security'],
  ['turborepo', '/monorepo'],
  ['webhook', '/security'],
]

describe('the search', () => {
  let documents: SearchDocument[]
  let search: SearchEngine

  beforeAll(async () => {
    documents = await createSearchDocuments()
    search = createSearchEngine(documents)
  })

  it.each(questions)('finds "%s" among the first five results', (question, page) => {
    const found = search(question)
      .slice(0, 5)
      .map(({ url }) => url)
    expect(found.map((url) => url.split('#')[0])).toContain(page)
  })

  it.each(words)('shows the right section first for "%s"', (word, url) => {
    expect(search(word)[0]?.url).toBe(url)
  })

  it.each(typed)('shows the right page first for "%s"', (query, page) => {
    expect(search(query)[0]?.url.split('#')[0]).toBe(page)
  })

  it('shows at most two sections of one page', () => {
    expect(typed.length).toBeGreaterThanOrEqual(60)
    for (const [query] of [...questions, ...words, ...typed]) {
      const pages = search(query).map(({ url }) => url.split('#')[0]!)
      for (const page of new Set(pages)) {
        expect(pages.filter((each) => each === page).length, `${query}: ${page}`).toBeLessThan(3)
      }
    }
  })

  it('finds a word with a spelling mistake', () => {
    expect(search('middelware').map(({ url }) => url)).toContain('/middleware')
  })

  it.each(['constructor', '__proto__'])('takes "%s" as a word', (word) => {
    const texts = search(word).map(({ heading, excerpt }) => `${heading} ${excerpt}`)
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.join(' ')).toMatch(/construct|proto/i)
  })

  it('finds nothing for a word that is nowhere', () => {
    expect(search('xylophone')).toEqual([])
    expect(search('')).toEqual([])
  })

  it('shows the text around the first word that was found', () => {
    const [first] = search('regenerateId')
    expect(first?.excerpt).toContain('regenerateId')
    expect(first?.excerpt.length).toBeLessThan(160)
  })

  // The browser loads this once, when somebody opens the search. It has all words of the guides, so each new guide adds about 2 KB.
  // With 49 guides it is 111 KB, and there is room for six.
  it('loads at most 124 KB', () => {
    const packed = JSON.stringify(packDocuments(documents))
    expect(gzipSync(packed, { level: 9 }).length).toBeLessThanOrEqual(126_976)
    expect(unpackDocuments(JSON.parse(packed))).toEqual(documents)
  })
})
