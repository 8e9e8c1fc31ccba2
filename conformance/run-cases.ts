import { patience } from '../src/internal/fixtures/patience.fixture.ts'
import type { Case } from './case.ts'
import { groups } from './cases.ts'
import { reasonOf } from './differences.ts'
import type { RuntimeName, Target } from './target.ts'

export type Verdict = 'passes' | 'differs' | 'not applicable' | 'fails'

/** The result of one case on one runtime. */
export interface Result {
  readonly group: string
  readonly name: string
  readonly runtime: RuntimeName
  readonly verdict: Verdict
  /** Why it differs, what failed, or which reason is outdated. */
  readonly detail: string
}

/** Runs every case against a server, several at a time. A case that fails is run again alone, without the load of others. */
export async function runCases(target: Target): Promise<Result[]> {
  const queue = groups.flatMap(({ name, cases }) => cases.map((each) => ({ group: name, each })))
  const results: Result[] = Array.from({ length: queue.length })
  let next = 0

  const work = async () => {
    while (next < queue.length) {
      const index = next++
      const { group, each } = queue[index]!
      results[index] = {
        group,
        name: each.name,
        runtime: target.runtime,
        ...(await runCase(each, target)),
      }
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))

  for (const [index, result] of results.entries()) {
    if (result.verdict !== 'fails') continue
    results[index] = { ...result, ...(await runCase(queue[index]!.each, target)) }
  }

  return results
}

async function runCase(each: Case, target: Target): Promise<{ verdict: Verdict; detail: string }> {
  if (each.http1 && target.runtime === 'Node HTTP/2')
    return { verdict: 'not applicable', detail: '' }

  const reason = reasonOf(target.runtime, each.name)
  const failure = await limitTime(each.run(target), reason === undefined ? patience : 1500).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  if (failure === null) {
    return { verdict: 'passes', detail: reason === undefined ? '' : `no longer differs: ${reason}` }
  }

  return reason === undefined
    ? { verdict: 'fails', detail: failure }
    : { verdict: 'differs', detail: reason }
}

function limitTime(run: Promise<void>, limit: number): Promise<void> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${limit} ms`)), limit)
  })

  return Promise.race([run, late]).finally(() => clearTimeout(timer))
}
