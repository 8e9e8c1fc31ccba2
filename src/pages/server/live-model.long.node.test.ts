import { afterEach, describe, expect, it, vi } from 'vitest'
import '../client-router/live.ts' // Loaded, so that a page is live after one turn.
import type * as writeLog from '../../state/bus/write-log.ts'
import type * as loaderRecords from '../client-router/loaders.ts'
import { writes } from '../../state/tags/index.ts'
import { Machines, type Faults } from './live-machines.fixture.ts'
import { LivePages } from './live-pages.ts'

/** The mistake that is in the code at the moment. */
const mistake = vi.hoisted(() => ({ is: '' }))

vi.mock('../../state/bus/write-log.ts', async (original) => {
  const { WriteLog } = await original<typeof writeLog>()
  return {
    WriteLog: class extends WriteLog {
      override writtenSince(...given: Parameters<InstanceType<typeof WriteLog>['writtenSince']>) {
        if (mistake.is === 'a stream does not look back') return false
        const written = super.writtenSince(...given)
        return mistake.is === 'what is not known was not written' ? (written ?? false) : written
      }
    },
  }
})

const { follow } = LivePages.prototype
LivePages.prototype.follow = function (stream) {
  const makeStale = stream.makeStale.bind(stream)
  stream.makeStale = (tags, spread) => {
    const isGap = tags === undefined
    if (!isGap || mistake.is !== 'open pages are not told of a gap') makeStale(tags, spread)
  }
  follow.call(this, stream)
}

vi.mock('../client-router/loaders.ts', async (original) => {
  const real = await original<typeof loaderRecords>()
  return {
    ...real,
    setDue(...[record, since, why]: Parameters<typeof real.setDue>): void {
      if (mistake.is === 'the page forgets what the stream said' && why === 'live') return
      real.setDue(record, since, why)
    },
  }
})

afterEach(() => {
  mistake.is = ''
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** `LIVE_RUNS=100` runs more of them, and `LIVE_SEED` chooses others. */
const RUNS = Number(process.env['LIVE_RUNS'] ?? 3)
const SEED = Number(process.env['LIVE_SEED'] ?? 1)

const slugs = ['dune', 'emma', 'ulysses']

/** A day with a bus that loses messages, processes that are killed between a write and its message, and writes by hand. */
const lossy: Faults = { lostMessages: 0.05, killedWriters: 0.05 }

/** A day on which everything that goes wrong is noticed. No page may need to become old. */
const noticed: Faults = { maxAge: 1e9 }

/** Lets 20 visitors shop for a while, and waits until all tabs are at rest. Returns the tabs that show something old. */
async function findOld(seed: number, faults: Faults): Promise<string[]> {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const random = createRandom(seed)
  const isLossy = faults.lostMessages !== undefined
  const machines = new Machines(random, faults)
  const anySlug = (): string => slugs[Math.floor(random() * slugs.length)]!
  await machines.openTabs(20, slugs)
  for (let step = 0; step < 80; step++) {
    const tab = machines.tabs[Math.floor(random() * 20)]!
    const what = random()
    if (what < 0.3) tab.buy(anySlug())
    else if (what < 0.4) tab.go(anySlug())
    else if (what < 0.5) tab.turn('hidden')
    else if (what < 0.65) tab.turn('visible')
    else if (what < 0.8) machines.write(anySlug(), !isLossy || random() < 0.8)
    else if (what < 0.9) machines.kill()
    else if (!isLossy) machines.cut()
    await machines.pass(random() < 0.7 ? 200 : 5000 * random())
  }
  for (const tab of machines.tabs) tab.heal()
  await machines.pass(180_000)
  for (const tab of machines.tabs) tab.heal()
  await machines.pass(20_000)

  const old: string[] = []
  for (const [index, tab] of machines.tabs.entries()) {
    const [shown, fresh] = [JSON.stringify(tab.shown()), JSON.stringify(await tab.fresh())]
    if (shown !== fresh) old.push(`tab ${index} at ${tab.path} shows ${shown}, not ${fresh}`)
  }
  await endAll(machines)
  return old
}

async function endAll(machines: Machines): Promise<void> {
  for (const tab of machines.tabs) tab.close()
  await machines.pass(10_000)
  vi.useRealTimers()
  vi.restoreAllMocks()
}

describe('20 tabs of two processes', () => {
  it.each(Array.from({ length: RUNS }, (_, run) => SEED + run))(
    'show what a new document shows, although messages, writers and processes are lost: seed %i',
    async (seed) => {
      expect(await findOld(seed, lossy)).toEqual([])
    },
    60_000,
  )

  it.each(Array.from({ length: RUNS }, (_, run) => SEED + run))(
    'show what a new document shows without becoming old, if every loss is noticed: seed %i',
    async (seed) => {
      expect(await findOld(seed, noticed)).toEqual([])
    },
    60_000,
  )

  it('come to rest if middleware writes on each request', async () => {
    const machines = new Machines(createRandom(SEED), {
      maxAge: 1e9,
      middleware: [
        (context, next) => {
          writes(context, 'books', 'book:dune')
          return next()
        },
      ],
    })
    await machines.openTabs(2, ['dune'])
    await machines.pass(60_000)
    const { loads } = machines
    expect(loads).toBeLessThan(20)
    await machines.pass(120_000)
    expect(machines.loads).toBe(loads)
    await endAll(machines)
  }, 60_000)
})

describe('the model of live pages', () => {
  const find = async (faults: Faults): Promise<boolean> => {
    for (let seed = 1; seed <= 10; seed++) if ((await findOld(seed, faults)).length > 0) return true
    return false
  }

  it('finds the planted mistake that a page may become older than two minutes', async () => {
    expect(await find({ ...lossy, maxAge: 1e9 })).toBe(true)
  }, 120_000)

  it.each([
    'a stream does not look back',
    'what is not known was not written',
    'open pages are not told of a gap',
    'the page forgets what the stream said',
  ])(
    'finds the planted mistake that %s',
    async (is) => {
      mistake.is = is
      expect(await find(noticed)).toBe(true)
    },
    120_000,
  )
})

/** Returns a random number generator: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
