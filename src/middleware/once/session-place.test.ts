import { describe, expect, it } from 'vitest'
import { createSession } from '../../state/session/index.ts'
import { arrive } from './once.fixture.ts'

function add(session: ReturnType<typeof createSession>, book = 'Emma'): number {
  const cart = (session.get('cart') ?? []) as string[]
  cart.push(book)
  session.set('cart', cart)
  return cart.length
}

describe('once() in a session', () => {
  it('runs the work of a submission once, and gives every repeat its value', () => {
    const session = createSession()
    expect(arrive().once(session, () => add(session))).toBe(1)
    const later = createSession(JSON.parse(JSON.stringify(session.data)) as object, 'id')
    expect(arrive().once(later, () => add(later))).toBe(1)
    expect(later.get('cart')).toEqual(['Emma'])
    expect(later.dirty).toBe(false)
  })

  it('gives every caller JSON, and keeps undefined', () => {
    const session = createSession()
    const value = { at: new Date(0) }
    expect(arrive().once(session, () => value)).toEqual({ at: value.at.toJSON() })
    expect(arrive().once(session, () => value)).toEqual({ at: value.at.toJSON() })
    expect(arrive({ id: 'b' }).once(session, () => {})).toBeUndefined()
    expect(arrive({ id: 'b' }).once(session, () => 1 as never)).toBeUndefined()
    expect(arrive({ id: 'c' }).once(session, () => null)).toBeNull()
    expect(arrive({ id: 'c' }).once(session, () => 1 as never)).toBeNull()
  })

  it('lets the work end the session', () => {
    const session = createSession({ cart: ['Emma'] }, 'id')
    const value = arrive().once(session, () => {
      session.destroy()
      return 'bye'
    })
    expect([value, session.destroyed]).toEqual(['bye', true])
  })

  it('ignores what is not a record', () => {
    for (const __once__ of [[[]], [['the-submissi']], [null, 7], {}, 'x']) {
      const session = createSession({ __once__ })
      for (const id of [undefined, 'the-submission-a']) {
        const { once, results } = arrive({ id, owners: ['ada'] })
        once(session, () => add(session))
        expect(results).toEqual([id === undefined ? 'unkeyed' : 'first'])
      }
    }
  })

  it('undoes what the work has changed if it throws, also inside of values', () => {
    const session = createSession({ cart: ['Emma'], other: 1, __flash_note__: 'hello' })
    const fail = () =>
      arrive().once(session, () => {
        add(session)
        session.get('note')
        session.unset('other')
        session.set('added', true)
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect({ ...session.data }).toEqual({ cart: ['Emma'], other: 1, __flash_note__: 'hello' })
    expect(arrive().once(session, () => add(session))).toBe(2)
  })

  it('waits for asynchronous work', async () => {
    const session = createSession({ cart: [] })
    const failing = arrive().once(session, async () => {
      add(session)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(session.get('cart')).toEqual([])
    expect(await arrive().once(session, async () => add(session))).toBe(1)
    expect(await arrive().once(session, async () => add(session))).toBe(1)
  })

  it('refuses the record of another owner, also after a new id', () => {
    const session = createSession({}, 'id')
    arrive({ owners: ['ada'] }).once(session, () => add(session))
    session.regenerateId()
    expect(arrive({ owners: ['ada'] }).once(session, () => add(session))).toBe(1)
    expect(() => arrive({ owners: ['bob'] }).once(session, () => add(session))).toThrow(
      expect.objectContaining({ status: 409 }),
    )
  })

  it('keeps the last 8 records in at most 512 bytes', () => {
    const session = createSession()
    for (let i = 0; i < 9; i++) arrive({ id: `submission-${i}` }).once(session, () => add(session))
    const records = () => (session.data as { __once__: unknown[] }).__once__
    expect(records()).toHaveLength(8)
    arrive({ id: 'submission-0' }).once(session, () => add(session))
    expect(session.get('cart')).toHaveLength(10)

    for (let i = 0; i < 9; i++) {
      arrive({ id: `large-${i}`, owners: ['o'.repeat(43)] }).once(session, () => 'x'.repeat(150))
      expect(JSON.stringify(records()).length).toBeLessThanOrEqual(512)
    }
    expect(
      arrive({ id: 'large-8', owners: ['o'.repeat(43)] }).once(session, () => ''),
    ).toHaveLength(150)
  })

  it('takes a value of 256 bytes, and undoes the work for a larger one', () => {
    const session = createSession({ cart: [] })
    arrive().once(session, () => 'x'.repeat(254))
    expect(() =>
      arrive({ id: 'b' }).once(session, () => {
        add(session)
        return 'x'.repeat(255)
      }),
    ).toThrow('256 is the most')
    expect(session.get('cart')).toEqual([])
  })

  it('has no subjects, and one call', () => {
    const session = createSession()
    const { once } = arrive()
    expect(() => once(session, () => 1, 'cart-1')).toThrow('only a database keeps subjects')
    once(session, () => 1)
    expect(() => once(session, () => 2)).toThrow('Put both effects into one function')
  })

  it('survives whatever an unsigned cookie contains', () => {
    for (const records of [7, 'x', {}, [7, null, 'x'], [[]], [[1, 2, 3]]]) {
      const session = createSession({ __once__: records })
      expect(arrive().once(session, () => add(session))).toBe(1)
      expect(arrive().once(session, () => add(session))).toBe(1)
    }
  })

  it('keeps its name from apps', () => {
    expect(() => createSession().set('__once__', 1)).toThrow(
      'Cannot set "__once__" in a session: the framework uses this name.',
    )
  })

  it('runs every time without a key', () => {
    const session = createSession()
    arrive({ id: undefined }).once(session, () => add(session))
    const { once } = arrive({ id: undefined })
    once(session, () => add(session))
    expect(() => once(session, () => add(session))).toThrow('Cannot call once() again')
    expect(session.get('cart')).toHaveLength(2)
    expect(session.has('__once__')).toBe(false)
  })
})
