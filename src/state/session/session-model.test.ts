import { describe, it } from 'vitest'

import { createCookieSessionStorage, createMemorySessionStorage } from './index.ts'
import { expectToFollowModel } from './session-model.fixture.ts'

const cookie = { secrets: ['a secret of more than 16 bytes'], maxAge: 3600 }

describe('any sequence of requests', () => {
  it('gets the same results from the cookie storage as from the model', async () => {
    await expectToFollowModel(createCookieSessionStorage({ cookie }), { records: false })
  })

  it('gets the same results from the memory storage as from the model', async () => {
    await expectToFollowModel(createMemorySessionStorage({ cookie }), { records: true })
  })
})
