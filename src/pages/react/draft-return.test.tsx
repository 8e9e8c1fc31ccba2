// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, type LivePage, type LiveRoute } from './hydrated-page.fixture.tsx'
import { Form, Outlet, Scripts } from './index.ts'

const routes: Record<string, LiveRoute> = {
  root: {
    path: '/',
    default: () => (
      <html lang="en">
        <body>
          <Outlet />
          <Scripts />
        </body>
      </html>
    ),
  },
  note: {
    path: '/note',
    default: () => (
      <Form method="post" id="note">
        <input name="title" />
      </Form>
    ),
  },
}

let page: LivePage
const title = () => document.querySelector<HTMLInputElement>('[name=title]')!
const stored = () => sessionStorage.getItem('fw:drafts/') ?? ''

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(async () => {
  await page.close()
  vi.restoreAllMocks()
})

/** Types as a person does. */
function type(text: string): void {
  title().value = text
  title().dispatchEvent(new Event('input', { bubbles: true }))
}

/** Says how the browser came to the next document. */
function returnBy(navigation: { type: string; [name: string]: unknown }): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation as never])
}

/**
 * Opens the page.
 *
 * @param how The `type` of the navigation
 * @param act Does something after the server has rendered the page, and before React hydrates it
 */
async function open(how: string, act: () => void): Promise<void> {
  returnBy({ type: how })
  let isDone = false
  page = await openPage(routes, '/note', {
    visitor: 'bob',
    state: { visitor: 'bob' },
    wrap(app) {
      if (!isDone) act()
      isDone = true
      return app
    },
  })
  await import('./drafts.ts')
  await new Promise((resolve) => setTimeout(resolve))
  dispatchEvent(new Event('pagehide'))
}

describe('what a browser has restored in a document that it returns to', () => {
  const ways = ['back_forward', 'reload']

  it.each(ways)('is not kept as the text of the next visitor: %s', async (how) => {
    await open(how, () => {
      title().value = 'Typed by ada'
    })
    expect(stored()).toBe('')
  })

  it.each(ways)(
    'is kept from when the visitor types, before the code is there: %s',
    async (how) => {
      await open(how, () => type('Typed by bob'))
      expect(stored()).toContain('Typed by bob')
    },
  )

  it('is told apart from what was typed into a new document before its code was there', async () => {
    await open('navigate', () => {
      title().value = 'Typed by bob'
    })
    expect(stored()).toContain('Typed by bob')
  })
})

describe('what another visitor has left in a document that the browser returns to', () => {
  const ofAda = { visitor: 'ada' }
  const restored = 'Typed by ada'

  /** Opens the page. The browser restores its field when the document is loaded. */
  async function openAndRestore(options: Parameters<typeof openPage>[2]): Promise<void> {
    const listen = vi.spyOn(globalThis, 'addEventListener')
    const opening = openPage(routes, '/note', options)
    const once = { once: true }
    await vi.waitFor(() =>
      expect(listen).toHaveBeenCalledWith('pageshow', expect.any(Function), once),
    )
    title().value = restored
    dispatchEvent(new Event('pageshow'))
    page = await opening
  }

  it('is removed before the page is hydrated, also if the browser restores it after the document is loaded', async () => {
    returnBy({ type: 'back_forward', loadEventEnd: 0, transferSize: 300 })
    await openAndRestore({ visitor: 'bob', state: ofAda })
    expect(title().value).toBe('')
    expect(history.state).toMatchObject({ visitor: 'bob' })
  })

  it('is removed if the entry does not say whose it is', async () => {
    returnBy({ type: 'reload', loadEventEnd: 0 })
    await openAndRestore({ visitor: 'bob' })
    expect(title().value).toBe('')
  })

  it('stays if it is that of the same visitor', async () => {
    returnBy({ type: 'back_forward', loadEventEnd: 0, transferSize: 0 })
    localStorage.setItem('fw:visitor/', 'ada')
    const opening = openPage(routes, '/note', { visitor: 'ada', state: ofAda })
    title().value = restored
    page = await opening
    expect(title().value).toBe(restored)
  })

  it('is not shown by a page from the cache of the browser, which is loaded anew', async () => {
    returnBy({ type: 'back_forward', loadEventEnd: 1, transferSize: 0 })
    localStorage.setItem('fw:visitor/', 'bob')
    const replaced = Promise.withResolvers<string>()
    vi.spyOn(location, 'replace').mockImplementation((url) => replaced.resolve(String(url)))
    void openPage(routes, '/note', { visitor: 'ada', state: ofAda })
    expect(new URL(await replaced.promise).pathname).toBe('/note')
    // It tells nobody.
    expect(localStorage.getItem('fw:visitor/')).toBe('bob')
    vi.restoreAllMocks()
    page = await openPage(routes, '/note')
  })
})
