// Replaces `vitest` on runtimes where Vitest does not run. It collects tests when files are imported, and runs them in order.
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  customMatchers,
  getState,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect'
import { fn, spyOn, restoreAllMocks } from '@vitest/spy'
import * as chai from 'chai'
import { patience } from '../src/internal/fixtures/patience.fixture.ts'

type Hook = () => unknown

interface Suite {
  readonly name: string
  readonly parent: Suite | undefined
  readonly beforeAll: Hook[]
  readonly afterAll: Hook[]
  readonly beforeEach: Hook[]
  readonly afterEach: Hook[]
  readonly children: (Suite | Test)[]
}

interface Test {
  readonly name: string
  readonly run: Hook
}

interface RejectionEvent extends Event {
  readonly promise: unknown
  readonly reason: unknown
}

/** The results of all tests. */
export interface Report {
  readonly passed: number
  readonly failures: readonly { name: string; error: string }[]
}

const root = createSuite('', undefined)
let current = root

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

export const expect: any = createExpect()
export const vi = { fn, spyOn, restoreAllMocks, stubGlobal, unstubAllGlobals }

const globals = globalThis as unknown as Record<string, unknown>
const originals = new Map<string, unknown>()

function stubGlobal(name: string, value: unknown): void {
  if (!originals.has(name)) originals.set(name, globals[name])
  globals[name] = value
}

function unstubAllGlobals(): void {
  for (const [name, value] of originals) globals[name] = value
  originals.clear()
}

/** Puts everything that follows into a suite for the folder, so that hooks of its files do not run for other folders. */
export function startFolder(name: string): void {
  current = createSuite(name, root)
  root.children.push(current)
}

export function describe(name: string, define: () => void): void {
  const suite = createSuite(name, current)
  current.children.push(suite)
  current = suite
  define()
  current = suite.parent!
}

export function it(name: string, run: Hook): void {
  current.children.push({ name, run })
}
it.each = each(it)
describe.each = each(describe)
export const test: typeof it = it

export const beforeAll = (hook: Hook): unknown => current.beforeAll.push(hook)
export const afterAll = (hook: Hook): unknown => current.afterAll.push(hook)
export const beforeEach = (hook: Hook): unknown => current.beforeEach.push(hook)
export const afterEach = (hook: Hook): unknown => current.afterEach.push(hook)

/** Type assertions do nothing at run time: tsc checks them. */
export function expectTypeOf(): never {
  throw new Error('Cannot check types at run time. Move type assertions to a *.test-d.ts file.')
}

/** Runs all tests. An unhandled rejection counts as a failure. */
export async function runAll(): Promise<Report> {
  const failures: { name: string; error: string }[] = []
  // On workerd, a rejection is reported before a handler can be added, and withdrawn when that happens.
  const unhandled = new Map<unknown, string>()
  const onUnhandled = (event: RejectionEvent) => {
    event.preventDefault()
    unhandled.set(event.promise, describeError(event.reason))
  }
  const onHandled = (event: RejectionEvent) => unhandled.delete(event.promise)
  globalThis.addEventListener?.('unhandledrejection', onUnhandled as EventListener)
  globalThis.addEventListener?.('rejectionhandled', onHandled as unknown as EventListener)

  const passed = await runSuite(root, '', root.beforeEach, root.afterEach, failures)
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (const error of unhandled.values()) failures.push({ name: 'unhandled rejection', error })
  return { passed, failures }
}

async function runSuite(
  suite: Suite,
  prefix: string,
  before: readonly Hook[],
  after: readonly Hook[],
  failures: { name: string; error: string }[],
): Promise<number> {
  let passed = 0
  for (const hook of suite.beforeAll) await hook()
  for (const child of suite.children) {
    const name = `${prefix}${child.name}`
    if ('children' in child) {
      passed += await runSuite(
        child,
        `${name} › `,
        [...before, ...child.beforeEach],
        [...child.afterEach, ...after],
        failures,
      )
      continue
    }
    try {
      for (const hook of before) await hook()
      await withTimeout(child.run())
      passed++
    } catch (error) {
      failures.push({ name, error: describeError(error) })
    }
    for (const hook of after) await hook()
  }
  for (const hook of suite.afterAll) await hook()
  return passed
}

/** A test that never ends is a failure. The timer also keeps the process alive until then. */
function withTimeout(result: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The test did not end.')), patience)
    Promise.resolve(result)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** `it.each(rows)(name, run)`: a row's values replace `%s`, `%i` and the like in the name, and are passed to `run`. */
function each(define: (name: string, run: () => any) => void) {
  return (rows: readonly unknown[]) =>
    (name: string, run: (...values: any[]) => unknown): void => {
      for (const row of rows) {
        const values: unknown[] = Array.isArray(row) ? row : [row]
        let index = 0
        define(
          name.replace(/%[sdifjo]/g, () => String(values[index++])),
          () => run(...values),
        )
      }
    }
}

function createSuite(name: string, parent: Suite | undefined): Suite {
  return {
    name,
    parent,
    beforeAll: [],
    afterAll: [],
    beforeEach: [],
    afterEach: [],
    children: [],
  }
}

function createExpect(): unknown {
  const expectValue = (value: unknown, message?: string) => {
    setState(
      { assertionCalls: getState(expectValue as never).assertionCalls + 1 },
      expectValue as never,
    )
    return chai.expect(value, message)
  }
  Object.assign(
    expectValue,
    chai.expect,
    (globalThis as Record<symbol, unknown>)[ASYMMETRIC_MATCHERS_OBJECT],
  )
  Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expectValue, configurable: true })
  setState(
    {
      assertionCalls: 0,
      isExpectingAssertions: false,
      isExpectingAssertionsError: null,
      expectedAssertionsNumber: null,
      expectedAssertionsNumberErrorGen: null,
    },
    expectValue as never,
  )
  ;(chai.expect as unknown as { extend(expect: unknown, matchers: unknown): void }).extend(
    expectValue,
    customMatchers,
  )
  return expectValue
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
