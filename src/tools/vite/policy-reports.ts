import type { Connect, Logger } from 'vite'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'

/** The path to which browsers send their reports in development. */
const reportPath = '/@framework/policy-report'

const policyHeaders = ['Content-Security-Policy', 'Content-Security-Policy-Report-Only']

/** Asks the browser to report what the policies of a response block, or would block, with the start of inline code. */
export function askForReports(response: Response): Response {
  const sent = policyHeaders.filter((name) => response.headers.has(name))
  if (sent.length === 0) return response
  // A header may have several policies.
  const ask = (header: string): string => header.split(',').map(reportingPolicy).join(',')
  return editHeaders(response, (headers) => {
    for (const name of sent) headers.set(name, ask(headers.get(name)!))
  })
}

/**
 * Adds the path for reports to a policy. A policy with `report-to` stays unchanged, because browsers would send its reports
 * only there.
 */
function reportingPolicy(policy: string): string {
  const directives = policy.split(';').map((text) => text.trim())
  if (directives.some((text) => text.startsWith('report-to '))) return policy

  const own = directives.find((text) => text.startsWith('report-uri '))
  const others = directives
    .filter((text) => text !== '' && text !== own)
    .map((text) =>
      /^(?:default|script|style)-(?!.*'none')/.test(text) ? `${text} 'report-sample'` : text,
    )
  return [...others, `${own ?? 'report-uri'} ${reportPath}`].join('; ')
}

/** Prints each violation that browsers report in the terminal, once (MV-8). */
export function policyReports(logger: Logger): Connect.NextHandleFunction {
  const printed = new Set<string>()

  return (request, response, next) => {
    const { headers, method, url } = request
    if (url !== reportPath || method !== 'POST') return next()
    // A page of another site can send this type only as a report of its own policy. Such a report names the host of that
    // site.
    const isReport = headers['content-type']?.startsWith('application/csp-report')
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body = (body + chunk).slice(0, longestReport)))
    request.on('end', () => {
      response.statusCode = 204
      response.end()
      const violation = isReport ? readViolation(body, headers.host) : undefined
      if (!violation || printed.has(violation.key) || printed.size >= mostPrinted) return
      printed.add(violation.key)
      logger.warn(violation.message, { timestamp: true })
    })
  }
}

/** The most characters of a report. The report contains the policy. */
const longestReport = 65_536

/** The most violations that are printed. Then further ones are ignored. */
const mostPrinted = 100

/**
 * Reads a report about a page of this host. Ignores code that a browser extension adds to a page, because that is not a
 * mistake of the app.
 */
function readViolation(
  body: string,
  host: string | undefined,
): { key: string; message: string } | undefined {
  try {
    const { 'csp-report': report } = JSON.parse(body) as { 'csp-report': Record<string, unknown> }
    const read = (name: string): string =>
      String(report[name] ?? '')
        .replace(/[\p{C}\s]+/gu, ' ')
        .slice(0, 200)
        .trim()
    const page = new URL(read('document-uri'))
    const directive = read('effective-directive') || read('violated-directive')
    const blocked = originOf(read('blocked-uri'))
    const sample = read('script-sample')
    if (page.host !== host || /^\w+-extension\b/.test(read('source-file') || blocked)) return

    const verb = read('disposition') === 'report' ? 'would block' : 'blocks'
    const [what, wayOut] = describe(directive, blocked, sample)
    return {
      key: `${directive} ${blocked} ${sample}`,
      message: `The policy of ${page.pathname} ${verb} ${what}, by ${directive}. ${wayOut} See framework/docs/security.md#headers-and-a-policy.`,
    }
  } catch {
    // The body is not a report of a browser.
    return undefined
  }
}

/** Returns the origin of a URL, or the word that the browser sends instead: `inline`, `eval`, or a scheme such as `data`. */
function originOf(blocked: string): string {
  const url = URL.parse(blocked)
  if (url === null) return blocked || 'inline'
  return url.origin === 'null' ? url.protocol.slice(0, -1) : url.origin
}

function describe(directive: string, blocked: string, sample: string): [string, string] {
  const list = `'${directive.replace(/-(?:elem|attr)$/, '')}'`
  if (directive.includes('trusted-types')) {
    return [
      `a string that is used as code${sample && `, in ${JSON.stringify(sample)}`}`,
      'Set text instead of HTML, or use a policy of Trusted Types.',
    ]
  }
  if (blocked !== 'inline') {
    const source = blocked.includes('//')
      ? blocked
      : blocked === 'eval'
        ? "'unsafe-eval'"
        : `${blocked}:`
    return [
      blocked,
      `To allow it, add ${JSON.stringify(source)} to ${list} of contentSecurityPolicy.`,
    ]
  }
  return [
    `inline code${sample && ` that begins with ${JSON.stringify(sample)}`}`,
    directive.endsWith('-attr')
      ? 'Move the code out of the attribute.'
      : `Give the element the nonce of the response. If the code is always the same, you can add await hashOf(code) to ${list} instead.`,
  ]
}
