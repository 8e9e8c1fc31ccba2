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

/**
 * Opens the page.
 *
 * @param how The `type` of the navigation
 * @param act Does something after the server has rendered the page, and before React hydrates it
 */
async function open(how: string, act: () => void): Promise<void> {
  const navigation = { type: how } as PerformanceEntry & { type: string }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation])
  let isDone = false
  page = await openPage(routes, '/note', {
    visitor: 'bob',
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
