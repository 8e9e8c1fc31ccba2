import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import type { Storage } from '../../state/storage/index.ts'
import { writes } from '../../state/tags/index.ts'
import { cache } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function usedMemory(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

it('a tag that is written again and again while the storage is down takes the memory of one', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const down = () => Promise.reject(new Error('down'))
  const storage: Storage = { evicts: true, get: down, set: down, delete: down, count: down }
  const router = createRouter({ middleware: [cache({ storage, routes: ['/'] })] })
  router.post('/', (context) => {
    writes(context, 'books')
    return text('ok')
  })
  const write = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i++) await router.fetch('https://example.com/', { method: 'POST' })
  }

  await write(1000)
  const before = usedMemory()
  await write(10_000)
  const bytesPerWrite = (usedMemory() - before) / 10_000
  expect(bytesPerWrite).toBeLessThan(200)
})
