// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { Outlet, Scripts } from './index.ts'
import { openPage, type LiveRoute } from './hydrated-page.fixture.tsx'

let isLeaving = true

// WebKit and Firefox cancel what a page loads when the visitor follows a link.
vi.mock('./import-module.ts', () => ({
  async importModule(url: string): Promise<unknown> {
    if (isLeaving) {
      dispatchEvent(new Event('beforeunload'))
      throw new Error('Importing a module script failed')
    }
    return import(url)
  },
}))

const root: LiveRoute = {
  path: '/',
  default: () => (
    <html lang="en">
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  ),
}
const home: LiveRoute = { path: '/', default: () => <h1>Home</h1> }

it('does not load a document that is being left while its scripts load, and goes on if someone comes back', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const opening = openPage({ root, home })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(reload).not.toHaveBeenCalled()
  expect(errors).not.toHaveBeenCalled()

  isLeaving = false
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  const page = await opening
  expect(reload).not.toHaveBeenCalled()
  await page.close()
})
