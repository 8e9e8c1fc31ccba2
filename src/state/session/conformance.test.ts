import { describe, it } from 'vitest'

import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  createSessionStorage,
  type SessionData,
} from './index.ts'
import { sessionStorageConformance } from './testing/index.ts'

describe('createCookieSessionStorage', () => {
  for (const { name, run } of sessionStorageConformance(createCookieSessionStorage, {
    records: false,
  })) {
    it(name, run)
  }
})

describe('createMemorySessionStorage', () => {
  for (const { name, run } of sessionStorageConformance(createMemorySessionStorage)) it(name, run)
})

describe('createSessionStorage', () => {
  const records = new Map<string, { json: string; expires: Date | undefined }>()
  const read = (id: string): SessionData | null => {
    const record = records.get(id)
    const live = record && (!record.expires || record.expires.getTime() > Date.now())
    return live ? (JSON.parse(record.json) as SessionData) : null
  }

  const cases = sessionStorageConformance(({ cookie }) =>
    createSessionStorage({
      cookie,
      async createData(data, expires) {
        const id = crypto.randomUUID()
        records.set(id, { json: JSON.stringify(data), expires })
        return id
      },
      readData: async (id) => read(id),
      async updateData(id, data, expires) {
        if (!read(id)) return false
        records.set(id, { json: JSON.stringify(data), expires })
        return true
      },
      deleteData: async (id) => records.delete(id),
    }),
  )
  for (const { name, run } of cases) it(name, run)
})
