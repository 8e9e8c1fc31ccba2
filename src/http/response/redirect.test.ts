import { describe, expect, it } from 'vitest'

import { createRedirectResponse, redirect, redirectDocument, replace } from './index.ts'

describe('redirect', () => {
  it('redirects with 302 and no body', () => {
    const response = redirect('/login')
    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe('/login')
    expect(response.body).toBe(null)
    expect(response.headers.has('Content-Type')).toBe(false)
  })

  it.each([301, 302, 303, 307, 308])('takes status %i, alone or in an init', (status) => {
    expect(redirect('/', status).status).toBe(status)
    expect(redirect('/', { status }).status).toBe(status)
  })

  it.each([0, 100, 200, 300, 304, 305, 306, 309, 404, Number.NaN])(
    'refuses status %s',
    (status) => {
      expect(() => redirect('/', status)).toThrow(RangeError)
      expect(() => redirect('/', { status })).toThrow(
        `Cannot redirect with status ${status}: use 301, 302, 303, 307 or 308`,
      )
    },
  )

  it('redirects with 302 if the init has only headers, and keeps them', () => {
    const headers = new Headers()
    headers.append('Set-Cookie', 'a=1')
    headers.append('Set-Cookie', 'b=2')
    const response = redirect('/', { headers, statusText: 'Elsewhere' })
    expect([response.status, response.statusText]).toEqual([302, 'Elsewhere'])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('prefers its location to one in the init, which it does not change', () => {
    const init = Object.freeze({ headers: new Headers({ location: '/other' }) })
    expect(redirect('/here', init).headers.get('Location')).toBe('/here')
    expect(init.headers.get('Location')).toBe('/other')
  })

  it('takes a URL', () => {
    expect(redirect(new URL('https://example.com/a?b#c')).headers.get('Location')).toBe(
      'https://example.com/a?b#c',
    )
  })

  it('stays on this site for //host', () => {
    expect(redirect('//evil.com').headers.get('Location')).toBe('/evil.com')
  })

  it('refuses another scheme', () => {
    expect(() => redirect('javascript:alert(1)')).toThrow(
      'Cannot redirect to "javascript:alert(1)": "javascript:" is neither http: nor https:',
    )
  })

  it('is createRedirectResponse, by the name of the router', () => {
    expect(createRedirectResponse).toBe(redirect)
  })
})

describe('redirectDocument', () => {
  it('asks the client router for a document load', () => {
    const response = redirectDocument('/app', { status: 303, headers: { 'X-One': '1' } })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/app')
    expect(response.headers.get('X-One')).toBe('1')
    expect(response.headers.get('X-Framework-Reload')).toBe('true')
  })
})

describe('replace', () => {
  it('asks the client router to replace the history entry', () => {
    const response = replace('/app')
    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe('/app')
    expect(response.headers.get('X-Framework-Replace')).toBe('true')
  })
})
