import { describe, it } from 'vitest'

import { createCookieSessionStorage, createMemorySessionStorage } from './index.ts'
import { expectToFollowModel } from './session-model.fixture.ts'

const cookie = { secrets: ['a secret of more than 16 bytes'], maxAge: 3600 }

describe('any sequence of requests', () => {
  it('is answered by the cookie storage as by the model', async () => {
    await expectToFollowModel(createCookieSessionStorage({ cookie }), { records: false })
  })

  it('is answered by the memory storage as by the model', async () => {
    await expectToFollowModel(createMemorySessionStorage({ cookie }), { records: true })
  })
})
