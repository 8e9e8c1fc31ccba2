import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatSummary } from './format-report.ts'
import type { ProofReport } from './prove-options.ts'
import { compareStrangers } from './strangers-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strangers-'))
  file = join(folder, 'strangers.txt')
  vi.stubEnv('CI', '')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  vi.unstubAllEnvs()
})

describe('the file of --strangers', () => {
  it('is written if it is missing, and is the same as long as no route is opened or closed', () => {
    expect(compareStrangers(file, ['GET /', 'POST /login'])).toMatch(/^Wrote .*: 2 routes/)
    expect(readFileSync(file, 'utf8')).toMatch(/^# .*\n# .*\nGET \/\nPOST \/login\n$/)
    expect(compareStrangers(file, ['GET /', 'POST /login'])).toMatch(
      /^The routes for every visitor are/,
    )
  })

  it('fails with what was opened and closed, and says how to accept it', () => {
    compareStrangers(file, ['GET /', 'POST /login'])
    expect(() => compareStrangers(file, ['GET /', 'DELETE /books/:id'])).toThrow(
      new RegExp(
        String.raw`not those in .*:\n\n  \+ DELETE /books/:id\n  - POST /login\n\n.*: rm .*strangers\.txt && npx framework prove --strangers`,
      ),
    )
  })

  it('is not written through a link', () => {
    symlinkSync(join(folder, 'elsewhere'), file)
    expect(() => compareStrangers(file, ['GET /'])).toThrow('EEXIST')
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
  })

  it('must exist in a CI job, so that a missing file does not pass', () => {
    vi.stubEnv('CI', 'true')
    expect(() => compareStrangers(file, ['GET /'])).toThrow(/^Cannot find .* commit it\.$/)
  })
})

describe('the summary of a run', () => {
  const report: ProofReport = {
    faults: [],
    strangers: ['GET /'],
    routes: 1,
    requests: 2,
    stopped: 0,
    unsent: 0,
    tried: 1,
    untried: [],
    notes: [],
    failures: [],
    milliseconds: 1,
  }

  it('recommends --strangers and --users only if they were not given', () => {
    expect(formatSummary(report, {})).toMatch(/use --strangers[^]*use --users/)
    const summary = formatSummary(report, { strangers: 'strangers.txt', users: 'users.ts' })
    expect(summary).toContain('may use 1 route.')
    expect(summary).not.toContain('--')
  })

  it('says what was not tried, with the names of ten routes', () => {
    const routes = Array.from({ length: 12 }, (_, i) => `GET /orders/${i}`)
    const untried = [
      { reason: 'guard', routes: ['GET /admin'] },
      { reason: 'missing', routes },
    ] as const
    const summary = formatSummary({ ...report, untried, notes: ['As ada, looked at less.'] }, {})
    expect(summary).toContain(
      'Tried only the guards of 1 route (GET /admin). They let no request pass.',
    )
    expect(summary).toMatch(/Got only 404s from 12 routes \(GET \/orders\/0, .* and 2 more\)\./)
    expect(summary).toContain('As ada, looked at less.')
  })
})
