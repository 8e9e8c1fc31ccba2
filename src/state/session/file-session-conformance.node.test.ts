import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { createFileSessionStorage } from './index.ts'
import { sessionStorageConformance } from './testing/index.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sessions-'))
})

afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
})

describe('createFileSessionStorage', () => {
  const cases = sessionStorageConformance((options) =>
    createFileSessionStorage({ dir, ...options }),
  )
  // At once, because some cases wait until a session has expired.
  for (const { name, run } of cases) it.concurrent(name, run)
})
