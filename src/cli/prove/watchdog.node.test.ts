import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

describe('the watchdog of a proof', () => {
  it('ends a process that a request blocks, and names the request', () => {
    const file = pathToFileURL(join(import.meta.dirname, 'watchdog.ts')).href
    const script = `
      import { startWatchdog } from ${JSON.stringify(file)}
      const dog = startWatchdog(300)
      await new Promise((resolve) => setTimeout(resolve, 200))
      dog.watch("curl 'http://localhost:3000/slow'")
      for (;;);
    `
    const { stderr, signal } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { encoding: 'utf8', timeout: 20_000 },
    )
    expect(stderr).toContain("  curl 'http://localhost:3000/slow'\n")
    expect(signal).toBe('SIGKILL')
  })
})
