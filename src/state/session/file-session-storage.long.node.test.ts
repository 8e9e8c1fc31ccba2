import { spawn } from 'node:child_process'
import fs, {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createCookie } from '../../http/cookie/index.ts'
import { SetCookie } from '../../http/headers/index.ts'
import { createFileSessionStorage, createSession, type SessionStorage } from './index.ts'
import { expectToFollowModel } from './session-model.fixture.ts'

const secret = 'a secret of more than 16 bytes'

let root: string
let dir: string
let storage: SessionStorage

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sessions-'))
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

describe('createFileSessionStorage', () => {
  it('handles any sequence of requests as the model does', async () => {
    await expectToFollowModel(storage, { records: true, numRuns: 60 })
    const files = await listFiles()
    expect(files.filter((file) => !/\/[0-9a-f]{28}$/.test(file))).toEqual([])
  })

  it('keeps each session in a file that only this user can read', async () => {
    const session = await storage.getSession()
    session.set('a', 1)
    await storage.commitSession(session)
    expect(session.id).toMatch(/^[0-9a-f]{32}$/)

    const file = fileOf(session.id)
    expect(await listFiles()).toEqual([file])
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ data: { a: 1 } })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(dir)).mode & 0o777).toBe(0o700)
    expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700)

    session.set('a', 2)
    await storage.commitSession(session)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ data: { a: 2 } })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('keeps when the session expires, and removes the file a day after that', async () => {
    const expires = new Date(Date.now() + 60_000)
    const session = createSession({ a: 1 })
    const header = sendBack(await storage.commitSession(session, { expires }))
    const file = fileOf(session.id)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      data: { a: 1 },
      expires: expires.toISOString(),
    })

    const now = vi.spyOn(Date, 'now').mockReturnValue(expires.getTime())
    expect((await storage.getSession(header)).size).toBe(0)
    expect(await listFiles()).toEqual([file])
    now.mockReturnValue(expires.getTime() + 86_400_000)
    expect((await storage.getSession(header)).size).toBe(0)
    now.mockRestore()
    expect(await listFiles()).toEqual([])
  })

  it('still has a session after the clock was an hour ahead for a while', async () => {
    const session = createSession({ a: 1 })
    const header = sendBack(await storage.commitSession(session, { maxAge: 600 }))
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    expect((await storage.getSession(header)).size).toBe(0)
    await storage.commitSession(createSession({ another: 'visitor' }))
    now.mockRestore()
    expect((await storage.getSession(header)).data).toEqual({ a: 1 })
  })

  it('never touches a file for an invalid id, signed or not', async () => {
    const unsigned = createFileSessionStorage({ dir, cookie: createCookie('unsigned') })
    const victim = join(root, 'victim')
    await mkdir(join(dir, 'vict'), { recursive: true })
    await writeFile(victim, '{"data":{"secret":1}}')
    await writeFile(join(dir, 'vict', 'im'), '{"data":{"secret":2}}')
    const before = await listFiles()

    const ids = [
      '../../victim',
      '../..//victim',
      'victim',
      'vict/../vict/im',
      `${root}/victim`,
      '..\\..\\victim',
      '....//victim',
      '%2e%2e/%2e%2e/victim',
      '../../victim\0',
      '0123/../../../../../../../victim',
      'ABCDEF0123456789ABCDEF0123456789',
      '0123456789abcdef0123456789abcde',
      '0123456789abcdef0123456789abcdef0',
      '0123456789abcdef0123456789abcdef\n',
      '',
      '.',
      '..',
    ]
    for (const id of ids) {
      const header = `unsigned=${encodeURIComponent(btoa(JSON.stringify(id).replace(/[^\0-\x7f]/g, '')))}`
      expect((await unsigned.getSession(header)).size, id).toBe(0)
      expect((await unsigned.read(id)).size, id).toBe(0)
      if (id === '') continue

      const session = createSession({ a: 1 }, id)
      session.set('b', 2)
      expect(await storage.save(session), id).toBe('')
      const other = createSession({}, id)
      other.destroy()
      expect(await storage.save(other), id).toBe('')
    }
    expect(await listFiles()).toEqual(before)
    expect(await readFile(victim, 'utf8')).toBe('{"data":{"secret":1}}')
  })

  it('ignores a file without a session', async () => {
    const session = createSession({ a: 1 })
    const header = sendBack(await storage.commitSession(session))
    const broken = ['', '{', '{"data":{"a":1}', 'null', '[]', '{"data":[]}', '{"data":null}', '"x"']
    broken.push('{"data":{"a":1},"expires":1}', '{"data":{"a":1},"expires":"never"}')
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const text of broken) {
      await writeFile(fileOf(session.id), text)
      expect((await storage.getSession(header)).size, text).toBe(0)
    }
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining(`A file in ${JSON.stringify(dir)} is not a session`)],
    ])
    warn.mockRestore()
  })

  it('says that it may not write to its directory, as on a host with a read-only disk', async () => {
    const cause = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
    const spy = vi.spyOn(fs, 'mkdir').mockRejectedValueOnce(cause)
    const session = await storage.getSession(null)
    session.set('user', 'Ada')
    await expect(storage.commitSession(session)).rejects.toMatchObject({
      message: expect.stringContaining(
        `cannot write to ${JSON.stringify(dir)} (EROFS). Pass a directory that this process may write to`,
      ),
      cause,
    })
    spy.mockRestore()
  })

  it('says at the start that the directory is a file, or is in one', async () => {
    const file = join(root, 'file')
    await writeFile(file, '')
    for (const dir of [file, join(file, 'sessions'), join(file, 'a', 'b')]) {
      expect(() => createFileSessionStorage({ dir })).toThrow(
        `createFileSessionStorage() cannot keep sessions in ${JSON.stringify(dir)}: ${JSON.stringify(file)} is not a directory`,
      )
    }
  })

  it('replaces a file that is a link, and not what it points to', async () => {
    const session = createSession({ a: 1 })
    await storage.commitSession(session)
    const file = fileOf(session.id)
    const target = join(root, 'target')
    await writeFile(target, '{"data":{"a":1}}')
    await rm(file)
    await symlink(target, file)
    session.set('a', 2)
    await storage.commitSession(session)
    expect(await readFile(target, 'utf8')).toBe('{"data":{"a":1}}')
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ data: { a: 2 } })
  })

  it('drops a commit when the whole directory is gone', async () => {
    const session = createSession({ a: 1 })
    const header = sendBack(await storage.commitSession(session))
    await rm(dir, { recursive: true })
    expect((await storage.getSession(header)).size).toBe(0)
    session.set('a', 2)
    expect(await storage.save(session)).toBe('')
    await storage.destroySession(createSession({}, 'f'.repeat(32)))
    expect(await listFiles()).toEqual([])
    await storage.commitSession(createSession({ b: 1 }))
    expect(await listFiles()).toHaveLength(1)
  })

  it('says what the file system says', async () => {
    await mkdir(join(dir, '..'), { recursive: true })
    await writeFile(dir, 'not a directory')
    await expect(storage.commitSession(createSession())).rejects.toThrow(/EEXIST|ENOTDIR/)
  })

  it('takes the lock of a process that has died, and what it was writing', async () => {
    const session = createSession({ a: 1 })
    const header = sendBack(await storage.commitSession(session))
    const lock = `${fileOf(session.id)}.lock`
    await writeFile(lock, '')
    const { ino, ctimeNs } = await stat(lock, { bigint: true })
    await writeFile(`${fileOf(session.id)}.${ino}-${ctimeNs}.tmp`, '{"data":{"a":')

    const others = await Promise.all([1, 2, 3].map(() => storage.getSession(header)))
    others.forEach((other, index) => other.set('a', index))
    await Promise.all(others.map((other) => storage.commitSession(other)))
    expect(await listFiles()).toEqual([fileOf(session.id)])
    expect([0, 1, 2]).toContain((await storage.getSession(header)).get('a'))
  })
})

/** Has the file look as if nobody had touched it for that long. */
async function age(file: string, milliseconds: number): Promise<void> {
  const then = new Date(Date.now() - milliseconds)
  await utimes(file, then, then)
}

/** Creates sessions, each of which looks after some old ones, until nothing is left but these files and the new ones. */
async function sweepUntil(files: string[]): Promise<void> {
  const kept = new Set(files)
  const deadline = performance.now() + 120_000
  for (;;) {
    const session = createSession({ fresh: true })
    await storage.commitSession(session)
    kept.add(fileOf(session.id))
    const left = (await listFiles()).filter((file) => !kept.has(file))
    if (left.length === 0) return
    expect(performance.now(), `${left.join()} to be removed`).toBeLessThan(deadline)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('new sessions', () => {
  it('remove what killed processes and refused sessions have left', async () => {
    const kept = createSession({ kept: true })
    await storage.commitSession(kept)
    const folder = join(fileOf(kept.id), '..')
    const leftovers = [
      ['e'.repeat(28), ''],
      ['a'.repeat(28), '{"data":{"cut'],
      [`${'b'.repeat(28)}.lock`, ''],
      [`${'c'.repeat(28)}.1-2.tmp`, '{"data":{}}'],
      [`${'d'.repeat(28)}.1-2.lock`, ''],
      [`${'d'.repeat(28)}.1-2.3-4.lock`, ''],
      [`${'d'.repeat(28)}.lock`, ''],
    ]
    for (const [name = '', text = ''] of leftovers) {
      await writeFile(join(folder, name), text)
      await age(join(folder, name), 120_000)
    }
    await age(fileOf(kept.id), 120_000)

    await sweepUntil([fileOf(kept.id)])
    expect(JSON.parse(await readFile(fileOf(kept.id), 'utf8'))).toEqual({ data: { kept: true } })
  })

  it('remove sessions that expired a day ago, and no others', async () => {
    const kept = [createSession({ a: 1 }), createSession({ a: 2 })]
    await storage.commitSession(kept[0]!)
    await storage.commitSession(kept[1]!, { maxAge: 600 })
    for (let n = 0; n < 30; n++) {
      const session = createSession({ n })
      await storage.commitSession(session, { expires: new Date(Date.now() + 60_000) })
      const text = JSON.stringify({
        data: { n },
        expires: new Date(Date.now() - 86_400_001).toISOString(),
      })
      await writeFile(fileOf(session.id), text)
      await age(fileOf(session.id), 120_000)
    }
    for (const { id } of kept) await age(fileOf(id), 120_000)

    await sweepUntil(kept.map(({ id }) => fileOf(id)))
    expect(await listFiles()).toEqual(expect.arrayContaining(kept.map(({ id }) => fileOf(id))))
  })

  it('leave alone what is not theirs, and what is not a minute old', async () => {
    const first = createSession()
    await storage.commitSession(first)
    const folder = join(fileOf(first.id), '..')
    const strange = [
      join(dir, 'README'),
      join(dir, 'other', 'a'.repeat(28)),
      join(folder, 'notes.tmp'),
      join(folder, `${'a'.repeat(28)}.bak`),
      join(folder, `${'A'.repeat(28)}.lock`),
    ]
    await mkdir(join(dir, 'other'))
    for (const file of strange) {
      await writeFile(file, '')
      await age(file, 10_000_000)
    }
    const young = [join(folder, 'b'.repeat(28)), join(folder, `${'c'.repeat(28)}.lock`)]
    for (const file of young) await writeFile(file, '')

    // A second walk, which has visited everything else before, finds what is put there a second time.
    for (let walk = 0; walk < 2; walk++) {
      const leftover = join(folder, `${'d'.repeat(28)}.1-2.tmp`)
      await writeFile(leftover, '')
      await age(leftover, 120_000)
      await sweepUntil((await listFiles()).filter((file) => file !== leftover))
    }
    const files = await listFiles()
    expect(files).toEqual(expect.arrayContaining([...strange, ...young, fileOf(first.id)]))
  })

  it('do not take the lock from a request that holds it, however wrong the clock is', async () => {
    const session = createSession({ a: 1 })
    const header = sendBack(await storage.commitSession(session))
    const now = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + 1e9)
    const commits = Array.from({ length: 50 }, async (_, n) => {
      const other = await storage.getSession(header)
      other.set('a', n)
      await storage.commitSession(other)
      await storage.commitSession(createSession({ n }))
    })
    await Promise.all(commits)
    now.mockRestore()
    const files = await listFiles()
    expect(files).toHaveLength(51)
    for (const file of files)
      expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('data')
  })

  it('leave nothing when the disk is full', async () => {
    const session = createSession({ a: 1 })
    const header = sendBack(await storage.commitSession(session))
    // A file of this process cannot grow, as on a full disk: it is created, and then writing to it fails.
    const { lines } = await runCreator('ulimit -f 0; exec "$0" "$@"', ['5', '2'])
    expect(lines).toEqual(Array.from({ length: 10 }, () => 'EFBIG'))
    expect(await listFiles()).toEqual([fileOf(session.id)])
    expect((await storage.getSession(header)).get('a')).toBe(1)
  })

  it('are whole or not there when a process is killed, and the next ones clean up', async () => {
    const acknowledged: string[] = []
    let files: string[] = []
    let leftovers: string[] = []
    for (let life = 0; life < 10 && leftovers.length === 0; life++) {
      const { lines } = await runCreator('exec "$0" "$@"', ['20', '100000'], 60 + 7 * life)
      acknowledged.push(...lines)
      files = await listFiles()
      leftovers = files.filter((file) => /\.(lock|tmp)$/.test(file))
    }
    expect(leftovers.length).toBeGreaterThan(0)
    for (const id of acknowledged) {
      expect(JSON.parse(await readFile(fileOf(id), 'utf8'))).toHaveProperty('data.value')
    }

    for (const file of leftovers) await age(file, 120_000)
    await sweepUntil(files.filter((file) => !leftovers.includes(file)))
  })

  /** Runs the fixture that creates sessions in a shell command; kills it when it has printed `killAfter` lines. */
  async function runCreator(command: string, counts: string[], killAfter = Infinity) {
    const creator = fileURLToPath(new URL('./file-session-creator.fixture.ts', import.meta.url))
    const child = spawn('sh', ['-c', command, process.execPath, creator, dir, secret, ...counts], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (chunk: string) => {
      text += chunk
      if (text.split('\n').length > killAfter) child.kill('SIGKILL')
    })
    await new Promise((resolve) => child.once('close', resolve))
    return { lines: text.split('\n').slice(0, -1) }
  }
})
