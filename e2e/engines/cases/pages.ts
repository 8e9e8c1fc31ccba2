import { describe, expect } from 'vitest'
import { uniqueName } from '../../support/unique-name.ts'
import type { CreateTest, Visitor } from '../visitor.ts'

/** How the app is served. In development, pages show the messages of errors. */
interface Served {
  served: 'dev' | 'build'
  javaScript: boolean
}

/** Pages, sessions, errors and redirects. */
export function describePages(
  createTest: CreateTest,
  { served, javaScript }: Served = { served: 'build', javaScript: true },
): void {
  const test = createTest('site', { javaScript })
  const secretOf = (what: string): string =>
    served === 'dev' ? `a secret of the ${what}` : 'Unexpected Server Error'

  describe('pages', () => {
    test('a document has its title, its styles and its data', async ({ visitor }) => {
      await visitor.open('/')
      expect(await statusOf(visitor, '/')).toBe(200)
      await visitor.reads('h1', 'Home')
      expect(await visitor.title()).toBe('Site')
      await expect.poll(() => visitor.colour('h1')).toBe('rgb(0, 100, 0)')
    })

    test('layouts stay around the pages in them', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.click('main a', 'To the shop')
      await visitor.reads('h1', 'Shop')
      await visitor.reads('#offer', 'Offer of the day')
      await visitor.reads('#loaded-at', '1970-01-01T00:00:00.000Z')
      await visitor.reads('#crumbs', 'Shop')
      await visitor.reads('title', 'Shop')
      await visitor.click('main a', 'books')
      await visitor.reads('h2', 'Category books')
      await visitor.reads('#crumbs', 'Shop > Category')
      await visitor.reads('title', 'Shop: books')
      expect(await visitor.attribute('meta[property="og:title"]', 'content')).toBe('books')
      await visitor.sees('#offer', 0)
      await visitor.click('main a', 'ink')
      await visitor.reads('h3', 'Product ink')
      await visitor.reads('#price', '3 EUR, one of 2 categories')
      await visitor.isAt('/shop/books/ink')
      await visitor.click('main a', 'All categories')
      await visitor.isAt('/shop')
      await visitor.reads('#offer', 'Offer of the day')
      await visitor.stayed()
    })

    test('the link of the current page says so', async ({ visitor }) => {
      await visitor.open('/shop/books')
      await visitor.reads('nav [aria-current=page]', 'Shop')
      expect(await visitor.attribute('nav [aria-current=page]', 'class')).toContain('active')
      await visitor.click('nav a', 'Home')
      await visitor.reads('nav [aria-current=page]', 'Home')
      await visitor.sees('nav [aria-current=page]', 1)
    })

    test('back and forward show the pages again', async ({ visitor }) => {
      await visitor.open('/shop')
      await visitor.click('main a', 'music')
      await visitor.reads('h2', 'Category music')
      await visitor.click('main a', 'song')
      await visitor.reads('h3', 'Product song')
      await visitor.back()
      await visitor.sees('h3', 0)
      await visitor.reads('h2', 'Category music')
      await visitor.back()
      await visitor.reads('#offer', 'Offer of the day')
      await visitor.forward()
      await visitor.reads('h2', 'Category music')
      await visitor.stayed()
    })

    test('a static file is a link as any other', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.click('main a', 'A public file')
      await visitor.reads('body', /^a public file\s*$/)
    })
  })

  describe('sessions and cookies', () => {
    test('a wrong password is told once', async ({ visitor }) => {
      await visitor.open('/login')
      await visitor.fill('[aria-label=Name]', 'Ada')
      await visitor.fill('[aria-label=Password]', 'wrong')
      await visitor.click('button', 'Enter')
      await visitor.reads('[role=alert]', 'Name or password is wrong')
      await visitor.reads('#user', 'Nobody is signed in')
      await visitor.click('nav a', 'Log in')
      await visitor.sees('[role=alert]', 0)
      await visitor.stayed()
    })

    test('a guarded page without a loader is guarded too', async ({ visitor }) => {
      await visitor.open('/account/rules')
      await visitor.isAt('/login?next=%2Faccount%2Frules')
      await visitor.reads('h1', 'Log in')
    })

    test('a flash message is shown once', async ({ visitor }) => {
      await visitor.open(`/notes/${uniqueName()}`)
      await visitor.fill('[aria-label="New note"]', 'milk')
      await visitor.click('#add button')
      await visitor.reads('[role=status]', 'Added milk')
      await visitor.click('#search button')
      await visitor.sees('[role=status]', 0)
    })

    test('a signed cookie is set by an action and read by a loader', async ({ visitor }) => {
      await visitor.open('/theme')
      await visitor.click('button', 'Dark')
      await isTheme(visitor, 'dark')
      await visitor.click('nav a', 'Home')
      await visitor.reads('h1', 'Home')
      await isTheme(visitor, 'dark')
      await visitor.stayed()
    })
  })

  describe('errors', () => {
    test('a loader that fails is shown by the boundary of the layout', async ({ visitor }) => {
      await visitor.open('/errors')
      await visitor.click('main a', 'Loader fails')
      await visitor.reads('#errors-boundary .error', secretOf('loader'))
      await visitor.isAt('/errors/loader')
      await visitor.reads('#user', 'Nobody is signed in')
      await visitor.click('main a', 'Home again')
      await visitor.reads('h1', 'Home')
      await visitor.stayed()
    })

    test('a thrown response is shown by the boundary of its route', async ({ visitor }) => {
      await visitor.open('/errors')
      await visitor.click('main a', 'Own boundary')
      await visitor.reads('#own-boundary', '418 Teapot short and stout')
      await visitor.reads('h1', 'Errors')
      expect(await statusOf(visitor, '/errors/own')).toBe(418)
      await visitor.goto('/errors/own')
      await visitor.reads('#own-boundary', '418 Teapot short and stout')
    })

    test('a component that fails is shown by the nearest boundary', async ({ visitor }) => {
      visitor.accepts(/a secret of the render|Unexpected Server Error/)
      await visitor.open('/errors')
      await visitor.click('main a', 'Render fails')
      await visitor.sees('#errors-boundary', 1)
      await visitor.stayed()
      expect(await statusOf(visitor, '/errors/render')).toBe(500)
      await visitor.open('/errors/render')
      await visitor.sees('#errors-boundary', 1)
    })

    test('an action that fails is shown by the boundary', async ({ visitor }) => {
      await visitor.open('/errors/action')
      await visitor.click('main button', 'Fail')
      await visitor.reads('#errors-boundary .error', secretOf('action'))
      await visitor.stayed()
    })

    test('a missing page is a 404 in the boundary of the route that knows', async ({ visitor }) => {
      expect(await statusOf(visitor, '/no/such/page')).toBe(404)
      await visitor.open('/no/such/page')
      await visitor.reads('#root-boundary .error', '404 Not Found')
      await visitor.click('nav a', 'Shop')
      await visitor.reads('h1', 'Shop')
      expect(await statusOf(visitor, '/shop/wood')).toBe(404)
      await visitor.open('/shop/wood')
      await visitor.reads('#category-boundary', '404: no such category')
      await visitor.reads('h1', 'Shop')
      await visitor.reads('title', 'No such category')
    })

    test('a link to nothing shows the 404, and back works', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.click('main a', 'Nothing here')
      await visitor.reads('#root-boundary .error', '404 Not Found')
      await visitor.isAt('/no/such/page')
      await visitor.back()
      await visitor.reads('h1', 'Home')
    })
  })

  describe('redirects', () => {
    test('of a loader are followed', async ({ visitor }) => {
      await visitor.open('/redirects')
      await visitor.click('main a', 'Moved')
      await visitor.isAt('/landed?from=301')
      await visitor.reads('#from', 'from 301')
      await visitor.back()
      await visitor.reads('h1', 'Redirects')
      await visitor.click('main a', 'Chain')
      await visitor.isAt('/landed?from=chain#end')
      await visitor.reads('#from', 'from chain')
    })

    test('of an action become GET with 302 and 303', async ({ visitor }) => {
      await visitor.open('/redirects')
      await visitor.click('button', 'Found')
      await visitor.isAt('/landed?from=action&status=302')
      await visitor.reads('#from', 'from action')
      await visitor.sees('#posted', 0)
      await visitor.back()
      await visitor.reads('h1', 'Redirects')
      await visitor.click('button', 'See other')
      await visitor.isAt('/landed?from=action&status=303')
      await visitor.reads('#from', 'from action')
      await visitor.stayed()
    })

    test('of an action keep method and body with 307 and 308', async ({ visitor }) => {
      await visitor.open('/redirects')
      await visitor.click('button', 'Temporary')
      await visitor.reads('#posted', 'POST action 307')
      await visitor.isAt('/landed?from=action&status=307')
      await visitor.open('/redirects')
      await visitor.click('button', 'Permanent')
      await visitor.reads('#posted', 'POST action 308')
      await visitor.stayed()
    })

    test('a link to a resource route shows its response', async ({ visitor }) => {
      await visitor.open('/resources')
      await visitor.click('main a', 'Health')
      await visitor.reads('body', /^ok\s*$/)
      await visitor.back()
      await visitor.reads('h1', 'Resources')
    })
  })
}

async function isTheme(visitor: Visitor, theme: string): Promise<void> {
  await expect.poll(() => visitor.attribute('html', 'data-theme')).toBe(theme)
}

/** The status of a document. */
async function statusOf(visitor: Visitor, path: string): Promise<number> {
  const response = await fetch(visitor.server.url + path)
  await response.body?.cancel()
  return response.status
}
