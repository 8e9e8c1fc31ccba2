import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { SetCookie } from '../../http/headers/index.ts'
import { createFileSessionStorage, createSession, type SessionStorage } from './index.ts'

const secret = 'a secret of more than 16 bytes'

/** In memory where possible: these tests end processes, not machines, and a disk would take minutes for their commits. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

let root: string
let dir: string
let storage: SessionStorage

beforeEach(async () => {
  root = await mkdtemp(join(place, 'sessions-'))
  dir = join(root, 'a', 'sessions')
  storage = createFileSessionStorage({ dir, cookie: { secrets: [secret] } })
})

afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

function sendBack(setCookie: string): string {
  const { name, value } = SetCookie.from(setCookie)
  return `${name}=${value}`
}

function fileOf(id: string): string {
  return join(dir, id.slice(0, 4), id.slice(4))
}

/** Every file below the root, by its path. */
async function listFiles(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
}

interface Commit {
  value: string
  begin: bigint
  /** When it was acknowledged, or its process was dead. Not there while it is in flight. */
  end?: bigint
  acknowledged?: true
}

describe('two processes', () => {
  const writer = fileURLToPath(new URL('./file-session-writer.fixture.ts', import.meta.url))
  const running = new Set<() => void>()

  afterEach(() => {
    for (const kill of running) kill()
  })

  /** Starts a process that commits `count` times, and notes when each commit began and ended. */
  function startWriter(name: string, header: string, count: number) {
    const commits: Commit[] = []
    const child = spawn(process.execPath, [writer, dir, header, name, secret, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const kill = (): void => void child.kill('SIGKILL')
    running.add(kill)

    let rest = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [what, n = '', time = ''] = line.split(' ')
        const value = `${name}:${n}:${'x'.repeat(Number(n) % 3000)}`
        if (what === 'begin') commits.push({ value, begin: BigInt(time) })
        else Object.assign(commits.at(-1)!, { end: BigInt(time), acknowledged: true })
      }
    })
    const closed = new Promise<void>((resolve) => {
      child.once('close', () => {
        running.delete(kill)
        const last = commits.at(-1)
        if (last) last.end ??= process.hrtime.bigint()
        resolve()
      })
    })
    return { commits, kill, closed }
  }

  it('commit 10,000 times, one is killed twice, and the last commit wins', async () => {
    const session = createSession({ value: 'first' })
    const first: Commit = { value: 'first', begin: 0n, end: process.hrtime.bigint() }
    const header = sendBack(await storage.commitSession(session))
    const reads: { value: unknown; begin: bigint; end: bigint }[] = []
    const read = async (): Promise<void> => {
      const begin = process.hrtime.bigint()
      const value = (await storage.getSession(header)).get('value')
      reads.push({ value, begin, end: process.hrtime.bigint() })
    }

    const steady = startWriter('steady', header, 6_000)
    const killed: Commit[] = []
    for (let life = 0; life < 2; life++) {
      const victim = startWriter(`victim${life}`, header, 100_000)
      const goal = 2_000 + Math.random() * 200
      while (victim.commits.length < goal) {
        await read()
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      victim.kill()
      await victim.closed
      killed.push(...victim.commits)
    }
    await steady.closed
    await read()

    const commits = [first, ...steady.commits, ...killed]
    expect(steady.commits).toHaveLength(6_000)
    expect(steady.commits.every((commit) => commit.acknowledged)).toBe(true)
    expect(commits.length).toBeGreaterThan(10_000)

    const byValue = new Map(commits.map((commit) => [commit.value, commit]))
    const latestBegin = createLatestBegin(commits.filter((commit) => commit.acknowledged))
    for (const { value, begin, end } of reads) {
      const commit = byValue.get(value as string)
      expect(commit, `a whole value that a process committed, not ${String(value)}`).toBeDefined()
      expect(commit!.begin < end).toBe(true)
      const replaced = latestBegin(begin) > commit!.end!
      expect(replaced, `${commit!.value.slice(0, 20)} was replaced before it was read`).toBe(false)
    }

    // The next commit removes what the killed processes have left.
    session.set('value', 'last')
    await storage.commitSession(session)
    expect(await listFiles()).toEqual([fileOf(session.id)])
  })

  /** When the latest of the commits that had ended before a time began. */
  function createLatestBegin(commits: Commit[]): (time: bigint) => bigint {
    const byEnd = commits.toSorted((a, b) => (a.end! < b.end! ? -1 : 1))
    let latest = 0n
    const latestSoFar = byEnd.map(({ begin }) => (latest = begin > latest ? begin : latest))
    return (time) => {
      const last = byEnd.findLastIndex(({ end }) => end! < time)
      return latestSoFar[last] ?? 0n
    }
  }

  it('find a session that was destroyed meanwhile gone, and do not bring it back', async () => {
    const session = createSession({ value: 'first' })
    const header = sendBack(await storage.commitSession(session))
    const writers = [startWriter('a', header, 100_000), startWriter('b', header, 100_000)]
    while (writers.some((writer) => writer.commits.length < 50)) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await storage.destroySession(await storage.getSession(header))
    await Promise.all(writers.map((writer) => writer.closed))
    expect((await storage.getSession(header)).size).toBe(0)
    expect(await listFiles()).toEqual([])
  })
})
