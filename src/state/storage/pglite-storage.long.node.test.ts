import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { createPostgresStorage, postgresTables } from './index.ts'
import { expectToSweep } from './postgres-sweep.fixture.ts'
import { storageConformance } from './testing/index.ts'

let client: PGlite
let broken: PGlite

beforeAll(async () => {
  client = await PGlite.create()
  broken = await PGlite.create()
  await client.exec(postgresTables)
  await broken.close()
})

afterAll(() => client.close())

describe('createPostgresStorage with PGlite', () => {
  const cases = storageConformance(() => createPostgresStorage({ client, timeout: 10_000 }), {
    createBroken: () => createPostgresStorage({ client: broken, timeout: 500 }),
  })
  for (const { name, run } of cases) it(name, run)

  it('deletes rows some time after they have expired, and only these', () => expectToSweep(client))
})
