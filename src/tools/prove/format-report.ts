import type { Rule } from './check.ts'
import { checks } from './checks.ts'
import { accessRule } from './probe-access.ts'
import { onceRule } from './probe-once.ts'
import { safeRule } from './probe-pages.ts'
import { userRule, visitorRule } from './probe-users.ts'
import type { FoundFault, ProofReport, Untried } from './prove-options.ts'
import { listOf } from './untried.ts'

const rules: readonly Rule[] = [...checks, accessRule, userRule, visitorRule, safeRule, onceRule]

/** More faults than this are only counted. */
const maxPrinted = 20

/** Formats the faults, each with a command that repeats it. */
export function formatFaults({ faults }: Pick<ProofReport, 'faults'>): string {
  const shown = faults.slice(0, maxPrinted)
  const sections = rules.flatMap(({ name, title, advice }) => {
    const own = shown.filter((fault) => fault.rule === name)
    return own.length === 0 ? [] : [`${name}: ${title}.`, advice, '', ...own.map(formatFault)]
  })
  const rest = faults.length - shown.length
  if (rest > 0) sections.push(`${rest} more faults are not shown. Repair these first.`, '')
  sections.push(`Found ${count(faults.length, 'fault')}.`)

  return sections.join('\n')
}

function formatFault({ routes, what, says, curl, error, isUnstable }: FoundFault): string {
  const [first, ...others] = routes
  const more = others.length > 5 ? ` and ${others.length - 5} more` : ''
  return linesOf(
    `  ${first} ${what}`,
    `  ${says}.`,
    `    ${curl}`,
    error !== undefined && `    The app logged: ${error}`,
    isUnstable === true && '    The same request did not fail again.',
    others.length > 0 && `    Also at ${others.slice(0, 5).join(', ')}${more}`,
    '',
  )
}

/**
 * Formats what was done, and what was not.
 *
 * @param given The options of the command, which the summary need not recommend
 */
export function formatSummary(
  report: ProofReport,
  given: { readonly users?: unknown; readonly strangers?: unknown },
): string {
  const { routes, requests, stopped, unsent, untried, notes, milliseconds, strangers } = report
  const seconds = (milliseconds / 1_000).toFixed(1)
  const wholeTime = Math.ceil((milliseconds / 1_000) * (1 + unsent / requests))
  const review = given.strangers ? '' : ' To review them, use --strangers strangers.txt.'
  return linesOf(
    `Sent ${count(requests, 'request')} to ${count(routes, 'route')} in ${seconds} s.`,
    `A visitor who has not signed in may use ${count(strangers.length, 'route')}.${review}`,
    stopped > 0 &&
      `Stopped ${count(stopped, 'request')} before a handler that could change data. To start these too, use --writes.`,
    unsent > 0 &&
      `There was no time for ${count(unsent, 'request')}. To send all, use --time ${wholeTime}.`,
    given.users === undefined &&
      'No user was signed in. To try what users see of each other, use --users <file>.',
    ...untried.map(formatUntried),
    ...notes,
  )
}

const whyUntried: Readonly<Record<Untried['reason'], (routes: string) => string>> = {
  guard: (routes) => `Tried only the guards of ${routes}. They let no request pass.`,
  user: (routes) =>
    `Only users got past the guards of ${routes}. Hostile requests are not sent as users.`,
  missing: (routes) =>
    `Got only 404s from ${routes}. Link to an address of each from a page, or give its params \`examples\` in a contract.`,
  handler: (routes) =>
    `No request reached the handlers of ${routes}. If a contract refuses the input, give it \`examples\`.`,
}

function formatUntried({ reason, routes }: Untried): string {
  return whyUntried[reason](`${count(routes.length, 'route')} (${listOf(routes)})`)
}

function linesOf(...lines: (string | false)[]): string {
  return lines.filter((line) => line !== false).join('\n')
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`
}
