import { describe, expect, it } from 'vitest'
import { errorPage } from './error-page.ts'

describe('errorPage', () => {
  it('shows message, place, source and stack, escaped', () => {
    const error = Object.assign(new Error('<b>broken</b>\nmore'), {
      frame: '1 | <p>',
      loc: { file: 'app/x.tsx', line: 1, column: 2 },
    })
    error.stack = `Error: ${error.message}\n    at load (app/x.tsx:1:2)`
    const page = errorPage(error, '/')
    expect(page).toContain('<title>&lt;b&gt;broken&lt;/b&gt;</title>')
    expect(page).toContain('&lt;b&gt;broken&lt;/b&gt;\nmore</pre>')
    expect(page).toContain(
      '<pre><a href="/__open-in-editor?file=app%2Fx.tsx%3A1%3A2">app/x.tsx:1:2</a></pre>',
    )
    expect(page).toContain('<pre>1 | &lt;p&gt;</pre>')
    expect(page).toContain('<pre>at load (app/x.tsx:1:2)</pre>')
    expect(page).not.toContain('<b>')
  })

  it('leaves out the colours of a terminal', () => {
    expect(errorPage(new Error('\u001B[31mred\u001B[0m'), '/')).toContain('<title>red</title>')
  })

  it('shows anything that was thrown, and reloads by Vite’s client', () => {
    const page = errorPage('just text', '/base/')
    expect(page).toContain('just text')
    expect(page).toContain('from "/base/@vite/client"')
    expect(errorPage(null, '/')).toContain('null')
    expect(errorPage({ code: 'E_NONE' }, '/')).toContain('{&quot;code&quot;:&quot;E_NONE&quot;}')
  })
})
