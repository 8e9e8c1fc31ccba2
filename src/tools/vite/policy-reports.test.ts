import { describe, expect, it } from 'vitest'
import { askForReports, policyReports } from './policy-reports.ts'

const uri = 'report-uri /@framework/policy-report'

describe('a policy in development', () => {
  const reporting = (policy: string) => {
    const headers = { 'Content-Security-Policy': policy }
    return askForReports(new Response('a', { headers })).headers.get('Content-Security-Policy')
  }

  it('asks for reports with the start of inline code', () => {
    expect(reporting("default-src 'self'; img-src data:; script-src 'self' 'nonce-x'")).toBe(
      `default-src 'self' 'report-sample'; img-src data:; script-src 'self' 'nonce-x' 'report-sample'; ${uri}`,
    )
    expect(reporting("script-src 'none'; base-uri 'none';")).toBe(
      `script-src 'none'; base-uri 'none'; ${uri}`,
    )
    expect(reporting("script-src a.example, style-src 'self'")).toBe(
      `script-src a.example 'report-sample'; ${uri},style-src 'self' 'report-sample'; ${uri}`,
    )
  })

  it('keeps where the app itself wants reports', () => {
    expect(reporting('img-src data:; report-uri /mine')).toBe(
      'img-src data:; report-uri /mine /@framework/policy-report',
    )
    expect(reporting('img-src data:; report-to mine')).toBe('img-src data:; report-to mine')
  })

  it('changes nothing of a response without one, and only the policies of another', () => {
    const plain = new Response('a')
    expect(askForReports(plain)).toBe(plain)
    const headers = { 'Content-Security-Policy-Report-Only': 'img-src data:', 'X-Mine': '1' }
    expect(Object.fromEntries(askForReports(new Response('a', { headers })).headers)).toEqual({
      'content-security-policy-report-only': `img-src data:; ${uri}`,
      'content-type': 'text/plain;charset=UTF-8',
      'x-mine': '1',
    })
  })
})

describe('a report of a browser', () => {
  const guide = 'See framework/docs/security.md#headers-and-a-policy.'

  function createTerminal() {
    const lines: string[] = []
    const listen = policyReports({ warn: (line: string) => lines.push(line) } as never)
    const send = (
      values: Record<string, unknown>,
      type = 'application/csp-report',
      body = JSON.stringify({
        'csp-report': {
          'document-uri': 'http://localhost:5173/about?token=1',
          'effective-directive': 'img-src',
          'blocked-uri': 'https://images.example.com/a.png?secret=1',
          disposition: 'enforce',
          ...values,
        },
      }),
    ) => {
      const listeners: Record<string, (chunk?: string) => void> = {}
      const request = {
        url: '/@framework/policy-report',
        method: 'POST',
        headers: { host: 'localhost:5173', 'content-type': type },
        setEncoding() {},
        on: (name: string, listener: () => void) => (listeners[name] = listener),
      }
      listen(request as never, { end() {} } as never, () => lines.push('next'))
      listeners['data']!(body)
      listeners['end']!()
    }
    return { lines, send }
  }

  it('is printed once, whatever the page, with the way out', () => {
    const { lines, send } = createTerminal()
    const inline = { 'blocked-uri': 'inline', disposition: 'report' }
    send({})
    send({ 'document-uri': 'http://localhost:5173/other', disposition: 'report' })
    send({ ...inline, 'effective-directive': 'script-src-elem', 'script-sample': 'gtag("js")' })
    send({ ...inline, 'effective-directive': 'style-src-elem' })
    send({ ...inline, 'effective-directive': 'script-src-attr' })
    send({ 'blocked-uri': 'eval', 'effective-directive': 'script-src' })
    send({ 'blocked-uri': 'data', 'effective-directive': 'font-src' })
    send({
      'blocked-uri': 'trusted-types-sink',
      'effective-directive': 'require-trusted-types-for',
    })
    const nonce = (list: string) =>
      `Give the element the nonce of the response. If the code is always the same, you can add await hashOf(code) to '${list}' instead. ${guide}`
    expect(lines).toEqual([
      `The policy of /about blocks https://images.example.com, by img-src. To allow it, add "https://images.example.com" to 'img-src' of contentSecurityPolicy. ${guide}`,
      `The policy of /about would block inline code that begins with "gtag(\\"js\\")", by script-src-elem. ${nonce('script-src')}`,
      `The policy of /about would block inline code, by style-src-elem. ${nonce('style-src')}`,
      `The policy of /about would block inline code, by script-src-attr. Move the code out of the attribute. ${guide}`,
      `The policy of /about blocks eval, by script-src. To allow it, add "'unsafe-eval'" to 'script-src' of contentSecurityPolicy. ${guide}`,
      `The policy of /about blocks data, by font-src. To allow it, add "data:" to 'font-src' of contentSecurityPolicy. ${guide}`,
      `The policy of /about blocks a string that is used as code, by require-trusted-types-for. Set text instead of HTML, or use a policy of Trusted Types. ${guide}`,
    ])
  })

  it('is ignored from another host, from an extension, and if it is not a report', () => {
    const { lines, send } = createTerminal()
    send({ 'document-uri': 'https://attacker.example/' })
    send({ 'source-file': 'chrome-extension', 'blocked-uri': 'inline' })
    send({}, 'text/plain')
    send({}, undefined, '{')
    send({}, undefined, '[]')
    expect(lines).toEqual([])
  })

  it('has no control characters in the terminal, and at most 100 different ones are printed', () => {
    const { lines, send } = createTerminal()
    send({ 'blocked-uri': 'inline', 'script-sample': 'a\u001b[31m\nb\u0007' })
    expect(lines[0]).toContain('begins with "a [31m b"')
    for (let at = 0; at < 200; at += 1) send({ 'blocked-uri': `https://${at}.example` })
    expect(lines).toHaveLength(100)
  })
})
