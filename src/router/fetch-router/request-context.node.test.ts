import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

import { createContextKey, RequestContext } from './index.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void

it('a context does not outlive a small garbage collection because get, has or set was used', () => {
  const Key = createContextKey<number[]>()
  const request = new Request('https://example.com/')
  const useContext = (): void => {
    const context = new RequestContext(request)
    context.set(
      Key,
      Array.from({ length: 1_000 }, () => 0),
    )
    if (context.has(Key)) context.get(Key)
  }

  useContext()
  collect({ type: 'major' })
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 1_000; i++) useContext()
  for (let i = 0; i < 3; i++) collect({ type: 'minor' })

  // All contexts together hold 8 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(4_000_000)
})
