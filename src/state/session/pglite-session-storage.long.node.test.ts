import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { postgresTables } from '../storage/index.ts'
import { createPostgresSessionStorage } from './index.ts'
import { sessionStorageConformance } from './testing/index.ts'

describe('createPostgresSessionStorage with PGlite', () => {
  let client: PGlite

  beforeAll(async () => {
    client = await PGlite.create()
    await client.exec(postgresTables)
  })

  afterAll(() => client.close())

  const cases = sessionStorageConformance((options) =>
    createPostgresSessionStorage({ client, timeout: 10_000, ...options }),
  )
  for (const { name, run } of cases) it(name, run)
})
