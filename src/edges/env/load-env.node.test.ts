import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadEnv } from './load-env.ts'

let directory: string
const before = { ...process.env }
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'env-'))
})
afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  await rm(directory, { recursive: true })
})

describe('loadEnv', () => {
  it('lets later files win, and the environment over all of them', async () => {
    await writeFile(join(directory, '.env'), 'LOAD_ENV_A=1\nLOAD_ENV_B=1\nLOAD_ENV_C=1\n')
    await writeFile(join(directory, '.env.production'), 'LOAD_ENV_B="two words"\nLOAD_ENV_C=2\n')
    await writeFile(join(directory, '.env.development'), 'LOAD_ENV_B=dev\n')
    process.env['LOAD_ENV_C'] = 'outside'

    loadEnv(directory, 'production')

    expect(process.env['LOAD_ENV_A']).toBe('1')
    expect(process.env['LOAD_ENV_B']).toBe('two words')
    expect(process.env['LOAD_ENV_C']).toBe('outside')
  })

  it('does nothing without files', () => {
    expect(() => loadEnv(directory, 'production')).not.toThrow()
  })
})
