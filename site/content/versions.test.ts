import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { listVersions } from './versions.ts'

describe('versions', () => {
  it('start with the newest one at the root', () => {
    expect(listVersions(['0.2', '0.1'], '0.3.4', undefined)).toEqual([
      { name: '0.3 (newest)', path: '/', isCurrent: true },
      { name: '0.2', path: '/v/0.2/', isCurrent: false },
      { name: '0.1', path: '/v/0.1/', isCurrent: false },
    ])
  })

  it('mark the one that is built', () => {
    const [newest, old] = listVersions(['0.2'], '0.3.4', '0.2')
    expect([newest!.isCurrent, old!.isCurrent]).toEqual([false, true])
  })

  it('build below their own path, and name the newest version of a page', async () => {
    const { html, canonical, isOld } = await readStart('0.1')
    expect(html).toContain('href="/v/0.1/routing"')
    expect(html).not.toContain('href="/routing"')
    expect(canonical).toBe('https://framework.example/start')
    expect(isOld).toBe(true)
  })

  it('refuse a name that is not a minor version', async () => {
    await expect(readStart('../etc')).rejects.toThrow(
      'Cannot build the documentation of version "../etc"',
    )
  })
})

/** Reads a page in another process, because the version is set when a build starts. */
async function readStart(
  version: string,
): Promise<{ html: string; canonical: string; isOld: boolean }> {
  const content = join(import.meta.dirname, 'content.ts')
  const script = `const { readContent } = await import(${JSON.stringify(content)}); console.log(JSON.stringify(await readContent('/start')))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
    env: { ...process.env, DOCS_VERSION: version, DOCS_ORIGIN: '' },
    maxBuffer: 10_000_000,
  })

  return JSON.parse(stdout) as { html: string; canonical: string; isOld: boolean }
}
