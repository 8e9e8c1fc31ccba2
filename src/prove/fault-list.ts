import type { Attack } from './attack.ts'
import type { Fault } from './checks.ts'
import type { Exchange, Rule } from './checks/check.ts'
import { guard, otherPath } from './checks/access.ts'

/** A fault, as it is printed. */
export interface FoundFault {
  /** The name of the rule that was broken. */
  readonly rule: string
  readonly says: string
  /** Faults of one rule with the same cause are one fault. */
  readonly cause: string | undefined
  /** The routes that have it. The command is for the first. */
  readonly routes: string[]
  readonly what: string
  /** The commands that repeat it. There is more than one if requests follow each other. */
  readonly curl: string
  /** The first line of the error that the app has logged. */
  readonly error: string | undefined
  /** Whether it happened again. */
  readonly isStable: boolean
}

/** The faults of an app. A fault that several routes have is listed once. */
export class FaultList {
  readonly faults: FoundFault[]

  constructor(known: readonly FoundFault[] = []) {
    this.faults = [...known]
  }

  /** Whether a fault is worth a closer look. If it is known from another route, this route is added to it. */
  isNew({ planned, sent }: Exchange, { rule, cause }: Fault): boolean {
    const { name } = planned.target
    const error = errorOf(sent.errors)
    const ofRule = this.faults.filter((other) => other.rule === rule.name)
    const isAlike = cause === undefined || error !== undefined
    const known = ofRule.find(
      (other) =>
        (cause !== undefined && other.cause === cause) ||
        (isAlike && other.what === planned.what && other.error === error),
    )
    if (known !== undefined) {
      addRoute(known, name)
      return false
    }
    const ofRoute = ofRule.filter(({ routes }) => routes.includes(name))
    const isKnown = error !== undefined && ofRoute.some((other) => other.error === error)
    return !isKnown && ofRoute.length < (rule.limit ?? 1)
  }

  /** Adds a fault, or its route to one that is the same. */
  add(found: FoundFault): void {
    const { rule, cause, curl, routes } = found
    const same = this.faults.find(
      (other) =>
        other.rule === rule &&
        (other.curl === curl || (cause !== undefined && other.cause === cause)),
    )
    if (same === undefined) this.faults.push(found)
    else for (const name of routes) addRoute(same, name)
  }
}

/** Returns the first line of the last error. */
export function errorOf(errors: readonly unknown[]): string | undefined {
  if (errors.length === 0) return undefined
  const error = errors.at(-1)
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.split('\n', 1)[0]!.slice(0, 300)
}

/** How a small attack differs from the plain request. `undefined` if its path has other params. */
export function differenceOf(rule: Rule, attack: Attack, plain: Attack): string | undefined {
  if (attack.path !== plain.path) return rule === guard ? otherPath : undefined
  const query = attack.query.filter((part) => !plain.query.includes(part))
  const { method, headers, body } = attack
  if (rule !== guard) return JSON.stringify([method, query, headers, body])

  // The name of a header, a cookie or a query opens a guard. Several values may do so.
  const nameOf = (pair: string): string => pair.split('=', 1)[0]!
  const names = headers.map(([name, value]) => (name === 'Cookie' ? nameOf(value) : name))
  return JSON.stringify([method, query.map(nameOf), names, body])
}

function addRoute({ routes }: FoundFault, name: string): void {
  if (!routes.includes(name)) routes.push(name)
}
