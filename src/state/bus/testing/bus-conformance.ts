import { equal, rejects } from '../../common/shared.ts'
import type { Bus } from '../index.ts'

/** Creates a bus to test. All buses that it creates must reach each other, if they are shared. */
export type CreateBus = () => Bus | Promise<Bus>

/** A case of the rules that every bus has to follow. */
export interface BusCase {
  readonly name: string
  /** Runs the case. Rejects with the mistake. */
  readonly run: () => Promise<void>
}

/** Options for {@link busConformance}. */
export interface BusConformanceOptions {
  /**
   * Stops the server, waits until `whileDown` has ended, and starts it again. With it, there are two more cases. One of them
   * waits for more than 30 seconds.
   */
  readonly interrupt?: (whileDown: () => Promise<void>) => Promise<void>
}

/**
 * Lists the rules that every bus has to follow, as cases for any test runner.
 *
 * @param createBus Creates a bus
 * @param options How to interrupt the server
 *
 * @example
 * describe('my bus', () => {
 *   for (const { name, run } of busConformance(createMyBus)) it(name, run)
 * })
 */
export function busConformance(
  createBus: CreateBus,
  { interrupt }: BusConformanceOptions = {},
): BusCase[] {
  const named = Object.entries(interrupt ? { ...cases, ...interrupted(interrupt) } : cases)
  return named.map(([name, test]) => ({
    name,
    async run() {
      const buses: Bus[] = []
      try {
        await test(async () => {
          const bus = await createBus()
          buses.push(bus)
          return bus
        })
      } finally {
        await Promise.all(buses.map((bus) => bus.close()))
      }
    },
  }))
}

type Test = (create: () => Promise<Bus>) => Promise<void>

const cases: Record<string, Test> = {
  async 'calls listeners of the same bus before publish() returns'(create) {
    const bus = await create()
    const { heard } = listen(bus)
    const published = bus.publish(['book:dune', 'books'], 'tab')
    equal(heard, [[['book:dune', 'books'], 'tab']], 'what was heard')
    await published
    equal(heard, [[['book:dune', 'books'], 'tab']], 'what was heard')
  },

  async 'tells other buses what was written, and its own listeners only once'(create) {
    const [one, other] = [await create(), await create()]
    if (!one.isShared) return
    const [own, far] = [listen(one), listen(other)]
    await Promise.all([own.ready, far.ready])
    const tags = uniqueTags(5)
    for (const tag of tags) await one.publish([tag], 'a tab')
    await until(() => tags.every((tag) => far.hasHeard(tag)))
    const expected = tags.map((tag) => [[tag], 'a tab'])
    equal(own.heard, expected, 'what was heard')
    equal(
      far.heard.find(([[tag]]) => tag === tags[0]),
      expected[0],
      'what was heard',
    )
  },

  async 'sends writes that come together, and long ones, without losing a tag'(create) {
    const [one, other] = [await create(), await create()]
    if (!one.isShared) return
    const far = listen(other)
    await far.ready
    const tags = uniqueTags(2000).map((tag) => `${tag}-ü\u{1F36A}${'x'.repeat(80)}`)
    await Promise.all([
      one.publish(tags.slice(0, 1000), 'a tab'),
      ...tags.slice(1000).map((tag) => one.publish([tag])),
    ])
    await until(() => tags.every((tag) => far.hasHeard(tag)))
  },

  async 'does not call a listener that was removed, and goes on after one that throws'(create) {
    const bus = await create()
    const removed = listen(bus)
    removed.stop()
    bus.subscribe({
      write() {
        throw new Error('This listener fails on purpose.')
      },
      gap() {},
    })
    const { heard } = listen(bus)
    const { error } = console
    console.error = () => {}
    await bus.publish(['books']).finally(() => (console.error = error))
    equal(removed.heard, [], 'what was heard')
    equal(heard.length, 1, 'how many were heard')
  },

  async 'refuses what is not a tag, and sends nothing'(create) {
    const bus = await create()
    const { heard } = listen(bus)
    for (const tags of [
      [''],
      ['a,b'],
      ['a\n'],
      ['x'.repeat(129)],
      [1],
      'books',
      null,
      { 0: 'books' },
    ]) {
      await rejects(() => bus.publish(tags as string[]), JSON.stringify(tags))
    }
    equal(heard, [], 'what was heard')
  },
}

function interrupted(
  interrupt: NonNullable<BusConformanceOptions['interrupt']>,
): Record<string, Test> {
  return {
    async 'sends what was published while the server was down as soon as it is back'(create) {
      const [one, other] = [await create(), await create()]
      const far = listen(other)
      await far.ready
      const tags = uniqueTags(3)
      const published: Promise<void>[] = []
      await interrupt(async () => {
        published.push(...tags.map((tag) => one.publish([tag])))
      })
      await Promise.all(published)
      // If the other bus was connected again later than this one, it has a gap instead.
      await until(() => tags.every(far.hasHeard) || far.gaps() > 1)
    },

    async 'tells a gap after the connection broke'(create) {
      const bus = await create()
      const listener = listen(bus)
      await listener.ready
      await interrupt(async () => {})
      await until(() => listener.gaps() > 1)
    },
  }
}

/** Listens to a bus. `ready` resolves when it hears other buses: a shared bus tells a gap then. */
function listen(bus: Bus) {
  const heard: [tags: readonly string[], from: string | undefined][] = []
  const tags = new Set<string>()
  let gaps = 0
  const ready = Promise.withResolvers<void>()
  const stop = bus.subscribe({
    write(written, from) {
      heard.push([[...written], from])
      for (const tag of written) tags.add(tag)
    },
    gap() {
      gaps++
      ready.resolve()
    },
  })
  const hasHeard = (tag: string): boolean => tags.has(tag)
  return { heard, hasHeard, ready: ready.promise, gaps: () => gaps, stop }
}

/** Tags that no other test uses. */
function uniqueTags(count: number): string[] {
  const name = crypto.randomUUID()
  return Array.from({ length: count }, (_, i) => `${name}:${i}`)
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 10))
}
