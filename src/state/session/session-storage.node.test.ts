import { afterEach, describe, expect, it, vi } from 'vitest'

import { createFileSessionStorage, createMemorySessionStorage } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('createMemorySessionStorage', () => {
  it('warns once in production', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.stubEnv('NODE_ENV', 'development')
    createMemorySessionStorage()
    expect(warn).not.toHaveBeenCalled()
    vi.stubEnv('NODE_ENV', 'production')
    createMemorySessionStorage()
    createMemorySessionStorage()
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls[0]?.[0]).toContain('createMemorySessionStorage() is for development')
  })
})

describe('createFileSessionStorage', () => {
  it('throws if there is no file system', () => {
    vi.stubGlobal('process', undefined)
    expect(() => createFileSessionStorage({ dir: 'sessions' })).toThrow(
      'createFileSessionStorage() needs node:fs, which this runtime does not have',
    )
  })

  it('needs a directory', () => {
    expect(() => createFileSessionStorage({ dir: '' })).toThrow('as `dir`')
    expect(() => createFileSessionStorage({} as never)).toThrow(TypeError)
  })
})
