import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from '../vite/app.fixture.ts'
import { checkPages, type CheckedPages } from './check-pages.ts'

describe('checkPages', () => {
  let app: FixtureApp
  let checked: CheckedPages
  beforeAll(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    app = await createFixtureApp({
      'app/root.tsx': `
        import { Link, Outlet, Meta, Scripts } from 'framework'
        export const meta = () => [{ title: 'Books' }]
        export default () => (
          <html lang="en">
            <head><Meta /></head>
            <body><Link to="/"><img src="/logo.png" /></Link><Outlet /><Scripts /></body>
          </html>
        )`,
      'app/routes/_index.tsx': `
        import { Link } from 'framework'
        export default () => (
          <>
            <h1>Books</h1>
            {Array.from({ length: 9 }, (_, i) => <Link key={i} to={'/books/' + i}>Book {i}</Link>)}
            <a href="/logout">Log out</a> <a href="https://other.example/x">Other</a>
            <a href="/feed">Feed</a>
          </>
        )`,
      'app/routes/books.$slug.tsx': `
        import { Link } from 'framework'
        export default () => <><h1>A book</h1>
          <input name="q" /><Link to="/deep/1">Deep</Link></>`,
      'app/routes/deep.$id.tsx': `
        export const loader = () => { throw new Error('The disk is full') }
        export default () => <h1>Deep</h1>
        export const ErrorBoundary = () => <h1>Error</h1>`,
      'app/routes/feed.ts': `export const loader = () => new Response('<feed/>', { headers: { 'Content-Type': 'text/xml' } })`,
      'app/routes/form.tsx': `
        export const action = () => { throw new Error('An action ran') }
        export const scripts = false
        export default () => <><h1>Form</h1><form method="post"><button>Send</button></form></>`,
      'app/routes/logout.tsx': `
        export const loader = () => { throw new Error('A logout was visited') }
        export default () => <h1>Bye</h1>`,
      'app/routes/($lang).contact.tsx': 'export default () => <p>No link leads here</p>',
      'app/routes/hidden.$id.tsx': 'export default () => <h1>No link leads here</h1>',
    })
    checked = await checkPages(app.config())
  })
  afterAll(() => {
    vi.restoreAllMocks()
    return app.remove()
  })

  it('names the file and the line of what it finds, once for all pages', () => {
    expect(checked.problems).toHaveLength(5)
    const [link, image, heading, label, failed] = checked.problems
    expect(heading).toMatch(/^The page has no h1\. .* \(\/contact\)$/)
    expect(image).toMatch(
      /^app\/root\.tsx:7:32 <img src="\/logo\.png"> has no alt\. .* \(\/ and \d+ more pages\)$/,
    )
    expect(link).toMatch(/^app\/root\.tsx:7:19 <a href="\/"> has no name: /)
    expect(label).toMatch(
      /^app\/routes\/books\.\$slug\.tsx:4:11 <input name="q"> has no label\. .* \(\/books\/0 and 4 more pages\)$/,
    )
    expect(failed).toBe('The page failed with 500. (/deep/1)')
  })

  it('visits at most five pages of one pattern, no logout and nothing but pages', () => {
    expect(checked.pages).toBe(1 + 5 + 1 + 1)
  })

  it('says how many pages are hydrated', () => {
    expect(checked.hydrated).toBe(checked.pages - 1)
  })

  it('visits a page whose params are all optional, even if no link leads there', () => {
    expect(checked.problems.join()).toContain('(/contact)')
    expect(checked.missed).not.toContain('(/:lang)/contact')
  })

  it('says which pages no link leads to', () => {
    expect(checked.missed).toEqual(['/logout', '/hidden/:id'])
  })
})
