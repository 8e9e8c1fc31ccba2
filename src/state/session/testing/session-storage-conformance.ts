import { createCookie, type CookieOptions } from '../../../http/cookie/index.ts'
import { SetCookie } from '../../../http/headers/index.ts'
import { equal, ok, rejects } from '../../common/shared.ts'
import { createSession, type Session, type SessionStorage } from '../index.ts'

/** Creates the storage to test with the given cookie. The storages may share their records. */
export type CreateSessionStorage = (options: {
  cookie: CookieOptions & { name: string }
}) => SessionStorage | Promise<SessionStorage>

/** Options for {@link sessionStorageConformance}. */
export interface SessionStorageConformanceOptions {
  /**
   * Whether the storage keeps records, with an id in the cookie. Without records, a copy of the cookie survives a logout.
   *
   * @default true
   */
  records?: boolean
}

/** A case of the rules that every session storage has to follow. */
export interface SessionStorageCase {
  readonly name: string
  /** Runs the case. Rejects with an error that describes the mistake. */
  readonly run: () => Promise<void>
}

/**
 * Lists the rules that every session storage has to follow, as cases for any test runner.
 *
 * @param createStorage Creates the storage to test
 * @param options The kind of the storage
 *
 * @example
 * describe('my storage', () => {
 *   for (const { name, run } of sessionStorageConformance(createMyStorage)) it(name, run)
 * })
 */
export function sessionStorageConformance(
  createStorage: CreateSessionStorage,
  { records = true }: SessionStorageConformanceOptions = {},
): SessionStorageCase[] {
  const cases = Object.entries(records ? { ...common, ...withRecords } : common)
  return cases.map(([name, test]) => ({
    name,
    run: async () => test(await createStorage({ cookie }), createStorage),
  }))
}

type Test = (storage: SessionStorage, createStorage: CreateSessionStorage) => Promise<void>

const cookie = {
  name: 'conformance',
  path: '/conformance',
  maxAge: 3600,
  secrets: ['a secret for the conformance suite'],
}

const common: Record<string, Test> = {
  async 'gives a new, empty session without a cookie'(storage) {
    for (const source of [undefined, null, '', 'other=1']) {
      const session = await storage.getSession(source)
      equal(session.id, '', 'its id')
      equal(session.data, {}, 'its data')
      equal(session.dirty, false, 'dirty')
    }
  },

  async 'gives back what was committed'(storage) {
    const session = await storage.getSession()
    const values = {
      text: 'ü \u{1F36A} "quoted" \u2028 </script>',
      number: -1.5,
      yes: true,
      nothing: null,
      list: [1, [2, { three: 3 }]],
      object: { nested: { deep: '' } },
      '': 'an empty name',
    }
    for (const [name, value] of Object.entries(values)) session.set(name, value)
    const again = await storage.getSession(sendBack(await storage.commitSession(session)))
    equal(again.data, values, 'data')
    for (const [name, value] of Object.entries(values)) {
      equal(again.get(name), value, name)
      equal(again.has(name), true, `has ${name}`)
    }
    equal(again.has('missing'), false, 'has missing')
    equal(again.get('missing'), undefined, 'get missing')
  },

  async 'keeps __proto__ and constructor as ordinary names'(storage) {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype']
    const session = await storage.getSession()
    for (const name of names) equal(session.has(name), false, `has ${name}`)
    for (const name of names) session.set(name, { admin: true })
    const again = await storage.getSession(sendBack(await storage.commitSession(session)))
    equal(again.size, names.length, 'size')
    for (const name of names) equal(again.get(name), { admin: true }, name)
    equal(again.get('admin'), undefined, 'admin')
    equal(({} as Record<string, unknown>)['admin'], undefined, 'Object.prototype.admin')
  },

  async 'keeps a flash value until it is read, once'(storage) {
    const session = await storage.getSession()
    session.flash('message', 'saved')
    let header = sendBack(await storage.commitSession(session))

    const unread = await storage.getSession(header)
    equal(unread.has('message'), true, 'has before reading')
    header = sendBack(await storage.commitSession(unread))

    const reading = await storage.getSession(header)
    equal(reading.get('message'), 'saved', 'first read')
    equal(reading.get('message'), undefined, 'second read')
    header = sendBack(await storage.commitSession(reading))

    const later = await storage.getSession(header)
    equal(later.has('message'), false, 'has after reading')
  },

  async 'forgets what was unset'(storage) {
    const session = await storage.getSession()
    session.set('a', 1)
    session.set('b', 2)
    const next = await storage.getSession(sendBack(await storage.commitSession(session)))
    next.unset('a')
    const last = await storage.getSession(sendBack(await storage.commitSession(next)))
    equal(last.data, { b: 2 }, 'data')
  },

  async 'keeps what was committed, even if the objects change afterwards'(storage) {
    const list = [1]
    const { session, header } = await begin(storage, { list })
    list.push(2)
    session.set('list', 'changed')
    const again = await storage.getSession(header)
    equal(again.get('list'), [1], 'list')
    ;(again.get('list') as number[]).push(3)
    equal((await storage.getSession(header)).get('list'), [1], 'list, read again')
  },

  async 'keeps when the visitor has logged in, until the next new id'(storage) {
    const session = await storage.getSession()
    session.regenerateId({ loginAt: new Date(1_000) })
    let header = sendBack(await storage.commitSession(session))

    const member = await storage.getSession(header)
    equal(member.loginAt?.getTime(), 1_000, 'loginAt')
    member.set('a', 1)
    header = sendBack(await storage.commitSession(member))
    equal((await storage.getSession(header)).loginAt?.getTime(), 1_000, 'loginAt after a change')

    member.regenerateId()
    header = sendBack(await storage.commitSession(member))
    equal((await storage.getSession(header)).loginAt, undefined, 'loginAt after a new id')
  },

  async 'refuses the names that the framework uses'(storage) {
    const { header } = await begin(storage, { a: 1 })
    for (const name of ['__expires__', '__version__', '__login__', '__oidc__', '__once__']) {
      const session = await storage.getSession(header)
      await rejects(async () => session.set(name, 1), `set ${name}`)
      await rejects(async () => session.unset(name), `unset ${name}`)
      equal(session.data, { a: 1 }, 'data')
    }
  },

  async 'sends the cookie with its attributes and their overrides'(storage) {
    const session = await storage.getSession()
    session.set('a', 1)
    const sent = SetCookie.from(await storage.commitSession(session))
    equal(sent.name, cookie.name, 'name')
    equal(sent.path, cookie.path, 'path')
    equal(sent.maxAge, cookie.maxAge, 'maxAge')
    const other = SetCookie.from(await storage.commitSession(session, { path: '/other' }))
    equal(other.path, '/other', 'path, overridden')
  },

  async 'deletes the cookie of a destroyed session'(storage) {
    const session = await storage.getSession()
    session.set('a', 1)
    await storage.commitSession(session)
    const sent = SetCookie.from(await storage.destroySession(session))
    equal(sent.name, cookie.name, 'name')
    equal(sent.value, '', 'value')
    equal(sent.path, cookie.path, 'path')
    equal(sent.maxAge, 0, 'maxAge')
    equal(sent.expires?.getTime(), 0, 'expires')
    equal(session.destroyed, true, 'destroyed')
    equal(session.data, {}, 'data')
    await rejects(async () => session.set('a', 1), 'set after destroy')
  },

  async 'gives an empty session for a cookie that was changed or signed with another secret'(
    storage,
  ) {
    const { header: sent } = await begin(storage, { a: 1 })
    const stranger = createCookie(cookie.name, { secrets: ['another secret'] })
    const own = createCookie(cookie.name, { secrets: cookie.secrets })
    const value = await own.parse(sent)

    const headers = [
      `${cookie.name}=`,
      `${cookie.name}=x`,
      sent.slice(0, -1),
      sent.replace('=', '=A'),
      sendBack(await stranger.serialize(value)),
      sendBack(await createCookie(cookie.name).serialize(value)),
    ]
    for (const header of headers) {
      const forged = await storage.getSession(header)
      equal(forged.data, {}, header)
      equal(forged.id, '', header)
    }
    equal((await storage.getSession(sent)).get('a'), 1, 'the untouched cookie')
  },

  async 'gives an empty session for a cookie value of another kind'(storage) {
    for (const value of [
      null,
      undefined,
      '',
      0,
      1,
      true,
      [],
      ['a'],
      'x',
      'null',
      '[object Object]',
    ]) {
      const session = await storage.read(value)
      equal(session.data, {}, `data for ${JSON.stringify(value)}`)
      equal(session.id, '', `id for ${JSON.stringify(value)}`)
    }
  },

  async 'does not give a session that has expired'(storage, createStorage) {
    const session = await storage.getSession()
    session.set('a', 1)
    const expires = new Date(Date.now() + 300)
    const header = sendBack(await storage.commitSession(session, { expires, maxAge: undefined }))
    await until(async () => !(await storage.getSession(header)).has('a'))

    const brief = await createStorage({ cookie: { ...cookie, maxAge: 1 } })
    const short = await brief.getSession()
    short.set('a', 1)
    const shortHeader = sendBack(await brief.commitSession(short))
    await until(async () => !(await brief.getSession(shortHeader)).has('a'))
  },

  async 'saves for middleware: returns a value, null if nothing changed, and an empty string at the end'(
    storage,
  ) {
    const session = await storage.read(null)
    equal(await storage.save(session), null, 'saving an untouched session')
    session.set('a', 1)
    equal(session.dirty, true, 'dirty after set')
    const value = await storage.save(session)
    equal(session.dirty, false, 'dirty after save')

    const decoded: unknown = JSON.parse(JSON.stringify(value))
    const again = await storage.read(decoded)
    equal(again.data, { a: 1 }, 'data')
    equal(await storage.save(again), null, 'saving what was only read')

    again.destroy()
    equal(again.dirty, true, 'dirty after destroy')
    equal(await storage.save(again), '', 'saving a destroyed session')
  },

  async 'reads the cookie of a Request'(storage) {
    const { header: Cookie } = await begin(storage, { a: 1 })
    const context = { headers: new Headers({ Cookie }) }
    equal((await storage.getSession(context)).get('a'), 1, 'a')
  },

  async 'has methods that work without the object'({ getSession, commitSession, destroySession }) {
    const session = await getSession()
    session.set('a', 1)
    const again = await getSession(sendBack(await commitSession(session)))
    equal(again.get('a'), 1, 'a')
    await destroySession(again)
  },
}

const withRecords: Record<string, Test> = {
  async 'creates one record per session, with an id that cannot be guessed'(storage) {
    const ids = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const session = await storage.getSession()
      await storage.commitSession(session)
      ok(session.id.length >= 16, `an id of 16 characters or more, not "${session.id}"`)
      ids.add(session.id)
    }
    equal(ids.size, 20, 'different ids')
  },

  async 'keeps the id over later commits'(storage) {
    const { session, header } = await begin(storage)
    const { id } = session
    session.set('a', 1)
    await storage.commitSession(session)
    equal(session.id, id, 'id after a second commit')

    const again = await storage.getSession(header)
    equal(again.id, id, 'id of the session read')
    equal(again.get('a'), 1, 'a')
  },

  async 'creates one record when one session is committed twice at once'(storage) {
    const session = await storage.getSession()
    session.set('a', 1)
    const headers = await Promise.all([
      storage.commitSession(session),
      storage.commitSession(session),
    ])
    equal(headers[0], headers[1], 'cookies')
  },

  async 'does not adopt an id that it does not know'(storage) {
    for (const id of strangeIds) {
      const session = await storage.read(id)
      equal(session.id, '', `id for ${JSON.stringify(id)}`)
      equal(session.data, {}, `data for ${JSON.stringify(id)}`)
      session.set('a', 1)
      await storage.commitSession(session)
      ok(session.id !== id, `a new id in place of ${JSON.stringify(id)}`)
    }
  },

  async 'writes nothing under an id that it does not know'(storage) {
    for (const id of strangeIds) {
      const session = createSession({ a: 1 }, id)
      equal(SetCookie.from(await storage.commitSession(session)).maxAge, 0, `cookie for ${id}`)
      equal((await storage.read(id)).data, {}, `data for ${id}`)
      await storage.destroySession(createSession({}, id))
    }
  },

  async 'deletes the record of a destroyed session'(storage) {
    const { header } = await begin(storage, { user: 1 })
    await storage.destroySession(await storage.getSession(header))
    const replayed = await storage.getSession(header)
    equal(replayed.data, {}, 'data')
    equal(replayed.id, '', 'id')
  },

  async 'never lets a request in flight undo a logout'(storage) {
    const { header } = await begin(storage, { user: 1 })

    const inFlight = await storage.getSession(header)
    await storage.destroySession(await storage.getSession(header))
    inFlight.set('seen', true)
    const sent = SetCookie.from(await storage.commitSession(inFlight))
    equal(sent.value, '', 'value of the cookie')
    equal(sent.maxAge, 0, 'maxAge of the cookie')
    equal(inFlight.destroyed, true, 'destroyed')
    equal((await storage.getSession(header)).data, {}, 'data')
  },

  async 'never lets a request in flight undo a logout by taking a new id'(storage) {
    const { header } = await begin(storage, { user: 1 })

    const inFlight = await storage.getSession(header)
    await storage.destroySession(await storage.getSession(header))
    inFlight.regenerateId()
    const sent = await storage.commitSession(inFlight)
    equal(SetCookie.from(sent).maxAge, 0, 'maxAge of the cookie')
    equal((await storage.getSession(sendBack(sent))).data, {}, 'data')
  },

  async 'lets a logout win against commits at the same time'(storage) {
    for (let round = 0; round < 10; round++) {
      const login = await storage.getSession()
      login.set('user', 1)
      const header = sendBack(await storage.commitSession(login))
      const others = await Promise.all([1, 2, 3].map(() => storage.getSession(header)))
      await Promise.all([
        ...others.slice(0, 2).map((other) => storage.commitSession(other)),
        storage.destroySession(login),
        ...others.slice(2).map((other) => storage.commitSession(other)),
      ])
      equal((await storage.getSession(header)).data, {}, `data in round ${round}`)
    }
  },

  async 'gives one whole commit when several happen at once'(storage) {
    const { header } = await begin(storage)
    const sessions = await Promise.all([1, 2, 3, 4, 5, 6].map(() => storage.getSession(header)))
    sessions.forEach((session, writer) => {
      session.set('a', writer)
      session.set('b', `${writer}`.repeat(500))
    })
    await Promise.all(sessions.map((session) => storage.commitSession(session)))
    const { a, b } = (await storage.getSession(header)).data
    equal(b, `${String(a)}`.repeat(500), 'b')
  },

  async 'moves a session to a new id and deletes the old record'(storage) {
    const { session, header: before } = await begin(storage, { cart: [1] })
    const { id } = session

    const login = await storage.getSession(before)
    login.regenerateId()
    login.set('user', 1)
    const after = sendBack(await storage.commitSession(login))
    ok(login.id !== id && login.id !== '', 'a new id')
    equal((await storage.getSession(before)).data, {}, 'data under the old id')
    const moved = await storage.getSession(after)
    equal([moved.get('cart'), moved.get('user')], [[1], 1], 'data under the new id')

    login.set('more', true)
    await storage.commitSession(login)
    equal((await storage.getSession(after)).get('more'), true, 'more')
  },

  async 'moves a session once when two requests give it a new id at the same time'(storage) {
    for (let round = 0; round < 10; round++) {
      const session = await storage.getSession()
      session.set('user', round)
      const before = sendBack(await storage.commitSession(session))
      const rivals = await Promise.all([1, 2].map(() => storage.getSession(before)))
      for (const rival of rivals) rival.regenerateId()
      const sent = await Promise.all(rivals.map((rival) => storage.commitSession(rival)))
      const moved = await Promise.all(sent.map((header) => storage.getSession(sendBack(header))))
      const users = moved.filter((each) => each.has('user')).map((each) => each.get('user'))
      equal(users, [round], 'users of the two sessions')
    }
  },

  async 'deletes the old record when a session takes a new id and ends'(storage) {
    const { session, header } = await begin(storage, { user: 1 })
    session.regenerateId()
    await storage.destroySession(session)
    equal((await storage.getSession(header)).data, {}, 'data')
  },

  async 'does not bring back a record that has expired'(storage) {
    const session = await storage.getSession()
    session.set('a', 1)
    const expires = new Date(Date.now() + 300)
    const header = sendBack(await storage.commitSession(session, { expires, maxAge: undefined }))
    await until(async () => !(await storage.getSession(header)).has('a'))
    session.set('a', 2)
    equal(SetCookie.from(await storage.commitSession(session)).maxAge, 0, 'maxAge of the cookie')
    equal((await storage.getSession(header)).data, {}, 'data')
  },

  async 'renews the lifetime with every commit'(storage) {
    const session = await storage.getSession()
    session.set('a', 1)
    const soon = new Date(Date.now() + 2_000)
    const header = sendBack(
      await storage.commitSession(session, { expires: soon, maxAge: undefined }),
    )
    await storage.commitSession(session)
    await until(async () => Date.now() > soon.getTime() + 50)
    equal((await storage.getSession(header)).get('a'), 1, 'a')
  },
}

const strangeIds: readonly string[] = [
  '0123456789abcdef0123456789abcdef',
  '0123456789ABCDEF0123456789ABCDEF',
  '0123456789abcdef0123456789abcdef\n',
  '1',
  '.',
  '..',
  '../../../../etc/passwd',
  '..\\..\\x',
  '/etc/passwd',
  'a/b',
  '\0',
  'x'.repeat(10_000),
  '__proto__',
  'constructor',
  'ü',
  '*',
  '%2e%2e%2f',
]

/** Commits a new session. Returns it with the `Cookie` header that a browser then sends. */
async function begin(
  storage: SessionStorage,
  values: Record<string, unknown> = {},
): Promise<{ session: Session; header: string }> {
  const session = await storage.getSession()
  for (const [name, value] of Object.entries(values)) session.set(name, value)
  return { session, header: sendBack(await storage.commitSession(session)) }
}

/** The `Cookie` header that a browser sends for a `Set-Cookie` header. */
function sendBack(setCookie: string): string {
  const { name, value } = SetCookie.from(setCookie)
  return `${name}=${value}`
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; !(await condition());) {
    ok(Date.now() < deadline, 'a session to expire within ten seconds')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
