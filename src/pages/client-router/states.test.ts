import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { createFakeApp, form, tick, type FakeApp } from './fake-app.fixture.ts'

const hrefs = [
  '/',
  '/?index',
  '/books',
  '/books?q=1',
  '/books/dune',
  '/books/dune/reviews',
  '/cart',
]
const ids = ['root', 'home', 'books', 'shelf', 'book', 'reviews', 'cart', 'login']

const anyMutation = fc.record({
  at: fc.constantFrom(...hrefs),
  by: fc.constantFrom('page', 'fetcher'),
  action: fc.constantFrom(...hrefs),
  ends: fc.constantFrom('data', 'redirect', 'invalid'),
  target: fc.constantFrom(...hrefs, '/login'),
  /** The routes that declare what they read, those whose modules refuse, and those that the server keeps. */
  declared: fc.subarray(ids),
  refused: fc.subarray(ids),
  kept: fc.subarray(ids),
  hasVerdicts: fc.boolean(),
})
type Mutation = typeof anyMutation extends fc.Arbitrary<infer Value> ? Value : never

/**
 * A binding that renders as React does: some time after an update, and only the newest one. An effect runs for each state
 * that is rendered.
 */
function createBinding(): {
  rendered: Snapshot[]
  painted: (snapshot: Snapshot) => Promise<void>
  update: (snapshot: Snapshot) => void
} {
  const rendered: Snapshot[] = []
  const waiting = new Map<Snapshot, () => void>()
  let latest: Snapshot | undefined
  const render = (): void => {
    if (!latest) return
    rendered.push(latest)
    waiting.get(latest)?.()
    latest = undefined
  }
  return {
    rendered,
    painted: (snapshot) => new Promise((resolve) => waiting.set(snapshot, resolve)),
    update(snapshot) {
      if (!latest) setTimeout(() => setTimeout(render))
      latest = snapshot
    },
  }
}

async function mutate(mutation: Mutation): Promise<string[]> {
  const { action, at, by, declared, ends, hasVerdicts, kept, refused, target } = mutation
  const binding = createBinding()
  const probe = createFakeApp({ at: [at] })
  const { loaderData } = probe.snapshot()
  const reads = Object.fromEntries(declared.map((id) => [id, id.padEnd(12, '-')]))
  const app = createFakeApp({ at: [at], page: { loaderData, reads }, painted: binding.painted })
  for (const id of refused) app.modules.set(id, { shouldReload: () => false })
  app.router.subscribe(binding.update)
  app.router.fetcherMount('f', 'root')

  const submission = { action, method: 'post', formData: form() } as const
  if (by === 'page') app.router.submit(submission)
  else app.router.fetcherSubmit('f', submission, 'root')
  await rest()

  const verdicts = Object.fromEntries(
    Object.keys(loaderData).map((id) => [
      id,
      kept.includes(id) ? { run: false, reason: 'unwritten' } : { run: true, reason: 'written' },
    ]),
  )
  const judged = hasVerdicts && app.request().url.includes(';have=') && { verdicts }
  if (ends === 'data') await app.request().envelope({ data: 1, ...judged })
  else if (ends === 'invalid') await app.request().invalid()
  else await app.request().envelope({ redirect: { location: target, status: 303 }, ...judged }, 202)
  await rest()
  await respondToLoads(app)

  const states = binding.rendered.map(({ fetchers, transition }) =>
    by === 'page' ? transition.type : fetchers.get('f')!.type,
  )
  return states.filter((state, i) => state !== states[i - 1])
}

async function respondToLoads(app: FakeApp): Promise<void> {
  while (app.pending.length > 0) {
    for (const request of app.pending) await request.all(1)
    await rest()
  }
}

/** Waits until the binding has rendered. */
async function rest(): Promise<void> {
  for (let turns = 0; turns < 4; turns++) await tick()
}

describe('a mutation', () => {
  it('shows each of its states, in their order, whatever loads after it', async () => {
    await fc.assert(
      fc.asyncProperty(anyMutation, async (mutation) => {
        const { by, ends } = mutation
        expect(await mutate(mutation)).toEqual([
          'actionSubmission',
          ends === 'redirect' ? 'actionRedirect' : 'actionReload',
          by === 'page' ? 'idle' : 'done',
        ])
      }),
      { seed: 3, numRuns: 100 },
    )
  })
})
