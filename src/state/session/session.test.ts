import { describe, expect, it } from 'vitest'

import { createSession, isSession, Session } from './index.ts'

describe('createSession', () => {
  it('is empty, without an id and clean by default', () => {
    const session = createSession()
    expect(session).toBeInstanceOf(Session)
    expect(session.id).toBe('')
    expect({ ...session.data }).toEqual({})
    expect(session.size).toBe(0)
    expect(session.dirty).toBe(false)
    expect(session.destroyed).toBe(false)
  })

  it('takes data and an id', () => {
    const session = createSession({ user: 1, __flash_message__: 'hello', nothing: undefined }, 'id')
    expect(session.id).toBe('id')
    expect(session.get('user')).toBe(1)
    expect(session.get('message')).toBe('hello')
    expect(session.has('nothing')).toBe(false)
  })
})

describe('createSession with wrong arguments', () => {
  it('throws instead of taking the letters of an id for values', () => {
    expect(() => createSession('abc' as never)).toThrow(
      'Cannot create a session from "abc": the first argument must be an object of values by name, the second the id',
    )
    expect(() => new Session('abc' as never, { a: 1 } as never)).toThrow(TypeError)
    expect(() => createSession(null as never)).toThrow('from null')
    expect(() => createSession(['a'] as never)).toThrow('from ["a"]')
    expect(() => createSession((() => {}) as never)).toThrow(TypeError)
  })

  it('throws for an id that is not a string', () => {
    expect(() => createSession({}, 1 as never)).toThrow(
      'Cannot create a session with 1 as its id: it must be a string',
    )
    expect(() => createSession({}, { a: 1 } as never)).toThrow(TypeError)
    expect(() => createSession({}, null as never)).toThrow('with null as its id')
  })
})

describe('session.data', () => {
  it('is a copy on a null prototype, with flash values under other names', () => {
    const session = createSession({ user: 1 })
    session.flash('message', 'hello')
    const { data } = session
    expect(Object.getPrototypeOf(data)).toBeNull()
    expect({ ...data }).toEqual({ user: 1, __flash_message__: 'hello' })

    data['user'] = 2
    expect(session.get('user')).toBe(1)
    expect(session.size).toBe(2)
  })

  it('keeps __proto__ as a name like any other', () => {
    const session = createSession(JSON.parse('{"__proto__":{"admin":true}}'))
    session.set('constructor', 1)
    expect(Object.keys(session.data)).toEqual(['__proto__', 'constructor'])
    expect(session.get('admin')).toBeUndefined()
    expect(session.get('toString')).toBeUndefined()
    expect(session.has('hasOwnProperty')).toBe(false)
    expect(JSON.stringify(session.data)).toBe('{"__proto__":{"admin":true},"constructor":1}')
  })
})

describe('session.get and session.has', () => {
  it('find a value', () => {
    const session = createSession({ user: 1, nothing: null })
    expect(session.has('user')).toBe(true)
    expect(session.get('user')).toBe(1)
    expect(session.has('nothing')).toBe(true)
    expect(session.get('nothing')).toBeNull()
    expect(session.dirty).toBe(false)
  })

  it('find nothing under a name that was never set', () => {
    const session = createSession()
    expect(session.has('user')).toBe(false)
    expect(session.get('user')).toBeUndefined()
  })

  it('remove a flash value with the first read, also in the same request', () => {
    const session = createSession()
    session.flash('message', 'hello')
    expect(session.has('message')).toBe(true)
    expect(session.get('message')).toBe('hello')
    expect(session.has('message')).toBe(false)
    expect(session.get('message')).toBeUndefined()
  })

  it('make the session dirty by reading a flash value', () => {
    const session = createSession({ __flash_message__: 'hello' })
    expect(session.has('message')).toBe(true)
    expect(session.dirty).toBe(false)
    session.get('message')
    expect(session.dirty).toBe(true)
  })

  it('leave a flash value unread behind a value of that name', () => {
    const session = createSession({ message: 'value', __flash_message__: 'flash' })
    expect(session.get('message')).toBe('value')
    expect(session.get('message')).toBe('value')
    expect({ ...session.data }).toEqual({ message: 'value', __flash_message__: 'flash' })
  })
})

describe('session.set', () => {
  it('stores a value and makes the session dirty', () => {
    const session = createSession()
    session.set('user', 1)
    expect(session.get('user')).toBe(1)
    expect(session.dirty).toBe(true)
  })

  it('does not touch a flash value of that name', () => {
    const session = createSession()
    session.flash('message', 'flash')
    session.set('message', 'value')
    expect({ ...session.data }).toEqual({ message: 'value', __flash_message__: 'flash' })
  })

  it('stores null, and takes undefined as unset', () => {
    const session = createSession({ a: 1, b: 2 })
    session.set('a', null)
    session.set('b', undefined)
    expect({ ...session.data }).toEqual({ a: null })
  })

  it.each(['__expires__', '__version__', '__login__', '__oidc__', '__once__'])(
    'refuses %s, which the framework uses, and so does unset',
    (name) => {
      const session = createSession({ [name]: 1 })
      for (const value of [1, undefined]) {
        expect(() => session.set(name, value)).toThrow(
          `Cannot set "${name}" in a session: the framework uses this name. Choose another one.`,
        )
      }
      expect(() => session.unset(name)).toThrow(`Cannot unset "${name}" in a session`)
      expect(session.dirty).toBe(false)
      expect({ ...session.data }).toEqual({ [name]: 1 })
    },
  )
})

describe('session.flash', () => {
  it('replaces an unread value, and removes it for undefined', () => {
    const session = createSession()
    session.flash('message', 1)
    session.flash('message', 2)
    expect(session.get('message')).toBe(2)
    session.flash('message', 3)
    session.flash('message', undefined)
    expect(session.has('message')).toBe(false)
  })
})

describe('session.unset', () => {
  it('removes the value and an unread flash value', () => {
    const session = createSession({ message: 'value', __flash_message__: 'flash' })
    session.unset('message')
    expect(session.has('message')).toBe(false)
    expect(session.size).toBe(0)
    expect(session.dirty).toBe(true)
  })

  it('changes nothing where there is nothing', () => {
    const session = createSession()
    session.unset('message')
    expect(session.dirty).toBe(false)
  })
})

describe('session.destroy', () => {
  it('empties the session, and refuses changes from then on', () => {
    const session = createSession({ user: 1, __flash_message__: 'hello' }, 'id')
    session.destroy()
    expect(session.destroyed).toBe(true)
    expect(session.dirty).toBe(true)
    expect(session.size).toBe(0)
    expect(session.get('user')).toBeUndefined()
    expect(session.get('message')).toBeUndefined()
    expect(() => session.set('user', 1)).toThrow('Cannot change the session: it was destroyed')
    expect(() => session.flash('user', 1)).toThrow('Cannot change the session: it was destroyed')
    expect(() => session.unset('user')).toThrow('Cannot change the session: it was destroyed')
    expect(() => session.regenerateId()).toThrow('Cannot change the session: it was destroyed')
  })

  it('can be called again', () => {
    const session = createSession()
    session.destroy()
    session.destroy()
    expect(session.destroyed).toBe(true)
  })
})

describe('session.regenerateId', () => {
  it('takes the id away until the next commit', () => {
    const session = createSession({ user: 1 }, 'id')
    session.regenerateId()
    session.regenerateId()
    expect(session.id).toBe('')
    expect(session.get('user')).toBe(1)
    expect(session.dirty).toBe(true)
  })

  it('says when the visitor proved who they are', () => {
    const session = createSession()
    expect(session.loginAt).toBeUndefined()
    session.regenerateId({ loginAt: new Date(1_000) })
    expect(session.loginAt).toEqual(new Date(1_000))
    session.regenerateId({ loginAt: session.loginAt })
    expect(session.loginAt).toEqual(new Date(1_000))
  })

  it('forgets the time of the login unless it is passed again', () => {
    const session = createSession()
    session.regenerateId({ loginAt: new Date(1_000) })
    session.regenerateId()
    expect(session.loginAt).toBeUndefined()
    expect(Object.keys(session.data)).toEqual(['__login__'])
  })

  it('ends the logins with a provider that have begun, and keeps what was submitted', () => {
    const session = createSession({ __oidc__: { state: {} }, __once__: ['a'] })
    session.regenerateId()
    expect(Object.keys(session.data).sort()).toEqual(['__login__', '__once__'])
  })

  it.each(['2026-01-01', 1_000, null, new Date(Number.NaN)])('refuses %s as loginAt', (loginAt) => {
    const session = createSession({}, 'id')
    expect(() => session.regenerateId({ loginAt: loginAt as Date })).toThrow(TypeError)
    expect(session.id).toBe('id')
    expect(() => session.regenerateId({ loginAt: new Date(Number.NaN) })).toThrow(
      'Cannot take Invalid Date as `loginAt` of a session: it must be a valid Date',
    )
  })

  it.each([undefined, null, 'now', {}, [], ['now'], [1], [1, 'now']])(
    'has no time of a login if the storage returns %j',
    (login) => {
      expect(createSession({ __login__: login }).loginAt).toBeUndefined()
    },
  )
})

describe('a closed session', () => {
  const message = 'Cannot change the session: it was already committed for this request'

  it('refuses every change', () => {
    const session = createSession({ user: 1 }, 'id')
    session.close()
    expect(() => session.set('user', 1)).toThrow(message)
    expect(() => session.flash('user', 1)).toThrow(message)
    expect(() => session.unset('user')).toThrow(message)
    expect(() => session.destroy()).toThrow(message)
    expect(() => session.regenerateId()).toThrow(message)
    expect({ ...session.data }).toEqual({ user: 1 })
    expect(session.id).toBe('id')
    expect(session.destroyed).toBe(false)
    expect(session.dirty).toBe(false)
  })

  it('refuses to read an unread flash value, which would remove it', () => {
    const session = createSession({ __flash_message__: 'hello' })
    session.close()
    expect(() => session.get('message')).toThrow(message)
    expect(session.has('message')).toBe(true)
  })

  it('can still be read', () => {
    const session = createSession({ user: 1 })
    session.close()
    expect(session.get('user')).toBe(1)
    expect(session.get('missing')).toBeUndefined()
  })
})

describe('isSession', () => {
  it('takes a session, and what has its shape', () => {
    expect(isSession(createSession())).toBe(true)
    const noop = (): undefined => undefined
    const lookalike = {
      id: '',
      data: {},
      has: noop,
      get: noop,
      set: noop,
      flash: noop,
      unset: noop,
    }
    expect(isSession(lookalike)).toBe(true)
    expect(isSession({ ...lookalike, flash: undefined })).toBe(false)
  })

  it('refuses anything else', () => {
    for (const value of [null, undefined, 'session', 1, {}, [], new Map(), () => {}]) {
      expect(isSession(value)).toBe(false)
    }
  })
})
