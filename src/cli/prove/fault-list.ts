import type { Attack } from './attack.ts'
import type { Case, Fault, Rule } from './judge.ts'

/** A fault, as it is printed. */
export interface FoundFault extends Fault {
  /** The routes that have it. The command is for the first. */
  readonly routes: string[]
  readonly what: string
  readonly curl: string
  /** How the request differs from the plain one. Routes with the same difference are one fault. */
  readonly difference: string | undefined
  /** The first line of the error that the app has logged. */
  readonly error: string | undefined
  /** Whether it happened again. */
  readonly isStable: boolean
}

/** More faults of one rule at one route are not looked at. */
const maxFaults: Readonly<Record<Rule, number>> = { crash: 3, input: 3, guard: 3, origin: 1 }

/** The faults of an app. One that several routes have is one fault. */
export class FaultList {
  readonly faults: FoundFault[] = []

  /** Whether a fault is worth a closer look. If it is known from another route, this route is added to it. */
  isNew({ target: { name }, planned, sent }: Case, { rule }: Fault): boolean {
    const error = errorOf(sent.errors)
    const ofRule = this.faults.filter((other) => other.rule === rule)
    const known = ofRule.find((other) => other.what === planned.what && other.error === error)
    if (known !== undefined) {
      addRoute(known, name)
      return false
    }
    const ofRoute = ofRule.filter(({ routes }) => routes.includes(name))
    const isKnown = error !== undefined && ofRoute.some((other) => other.error === error)
    return !isKnown && ofRoute.length < maxFaults[rule]
  }

  /** Adds a fault, or its route to one that is the same. */
  add(found: FoundFault): void {
    const { rule, error, curl, difference, routes } = found
    const same = this.faults.find(
      (other) =>
        other.rule === rule &&
        other.error === error &&
        (other.curl === curl || (difference !== undefined && other.difference === difference)),
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

/** How a small attack differs from the plain request, or `undefined` if its path is another one. */
export function differenceOf(attack: Attack, plain: Attack): string | undefined {
  if (attack.path !== plain.path) return undefined
  const query = attack.query.filter((part) => !plain.query.includes(part))
  return JSON.stringify([attack.method, query, attack.headers, attack.body])
}

function addRoute({ routes }: FoundFault, name: string): void {
  if (!routes.includes(name)) routes.push(name)
}
