import type { FoundFault } from './fault-list.ts'
import type { ProofReport } from './prove-app.ts'
import type { Rule } from './judge.ts'

/** What each rule asks for, and what to do. */
const rules: Readonly<Record<Rule, readonly [title: string, advice: string]>> = {
  crash: [
    'The app must not crash',
    'Find what throws. If the client is wrong, respond with a 4xx.',
  ],
  input: [
    'A handler must only start with input that its contract accepts',
    'Look for code that changes requests before the router, and for a schema that does not always decide alike.',
  ],
  guard: [
    'A guard must refuse every way to write a request',
    'Put guards into the middleware of the route. Do not compare methods and paths in them.',
  ],
  origin: [
    'A form of another site must be refused before its content is looked at',
    "Put cop() first in the middleware of the router. If no browser uses the route, add accepts: ['json'] to its contract.",
  ],
}

/** More faults than this are only counted. */
const maxPrinted = 20

/** Formats the faults, each with a command that repeats it. */
export function formatFaults({
  faults,
  seed,
}: Pick<ProofReport, 'faults'> & { seed: number }): string {
  const shown = faults.slice(0, maxPrinted)
  const sections = (Object.keys(rules) as Rule[]).flatMap((rule) => {
    const own = shown.filter((fault) => fault.rule === rule)
    return own.length === 0
      ? []
      : [`${rule}: ${rules[rule][0]}.`, rules[rule][1], '', ...own.map(formatFault)]
  })
  const rest = faults.length - shown.length
  if (rest > 0) sections.push(`${rest} more faults are not shown. Repair these first.`, '')
  sections.push(
    `Found ${count(faults.length, 'fault')}. To repeat this run: npx framework prove --seed ${seed}`,
  )

  return sections.join('\n')
}

function formatFault({ routes, what, says, curl, error, isStable }: FoundFault): string {
  const [first, ...others] = routes
  const also =
    others.slice(0, 5).join(', ') + (others.length > 5 ? ` and ${others.length - 5} more` : '')
  return [
    `  ${first} ${what}`,
    `  ${says}.`,
    `    ${curl}`,
    ...(error === undefined ? [] : [`    The app logged: ${error}`]),
    ...(isStable ? [] : ['    The same request did not fail again.']),
    ...(also === '' ? [] : [`    Also at ${also}`]),
    '',
  ].join('\n')
}

/** Formats what was done, and what was not. */
export function formatSummary(report: ProofReport, time: number): string {
  const { routes, requests, leftOut, unsent, slow, milliseconds } = report
  const seconds = (milliseconds / 1_000).toFixed(1)
  return [
    `Sent ${count(requests, 'request')} to ${count(routes, 'route')} in ${seconds} s.`,
    ...(leftOut === 0
      ? []
      : [
          `Left out ${count(leftOut, 'request')} that could change data. To send them too, use --writes.`,
        ]),
    ...(unsent === 0
      ? []
      : [
          `There was no time for ${count(unsent, 'request')}. For more time, use --time ${Math.ceil(time / 500)}.`,
        ]),
    ...slow.map((text) => `Slow: ${text}`),
  ].join('\n')
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`
}
