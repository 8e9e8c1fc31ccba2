import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { compete, createCommits } from './commits.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Changes that the test ends one by one. */
function createChanges() {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<boolean>>()
  return {
    begun,
    change: (name: string) => (): Promise<boolean> => {
      begun.push(name)
      const end = Promise.withResolvers<boolean>()
      ends.set(name, end)
      return end.promise
    },
    async end(name: string, result: boolean | Error = true): Promise<void> {
      await eventually(() => expect(begun).toContain(name), 1)
      if (result instanceof Error) ends.get(name)!.reject(result)
      else ends.get(name)!.resolve(result)
    },
  }
}

describe('createCommits', () => {
  it('makes only the last of several changes that wait, and all of their requests succeed with it', async () => {
    const commits = createCommits(60_000)
    const { begun, change, end } = createChanges()
    const results = ['a', 'b', 'c', 'd'].map((name) => commits('id', 'replace', change(name)))
    expect(begun).toEqual(['a'])
    await end('a')
    await end('d')
    expect(await Promise.all(results)).toEqual([true, true, true, true])
    expect(begun).toEqual(['a', 'd'])
  })

  it('makes one change of each kind, however many wait in turn', async () => {
    const commits = createCommits(60_000)
    const { begun, change, end } = createChanges()
    const first = commits('id', 'replace', change('first'))
    const results = Array.from({ length: 50 }, (_, i) => [
      commits('id', 'replace', change(`replace ${i}`)),
      commits('id', 'prolong', change(`prolong ${i}`)),
    ])
    await end('first')
    await end('replace 49')
    await end('prolong 49')
    expect(await first).toBe(true)
    expect(new Set(await Promise.all(results.flat()))).toEqual(new Set([true]))
    expect(begun).toEqual(['first', 'replace 49', 'prolong 49'])
  })

  it('makes one removal, and what comes after it finds the record gone', async () => {
    const commits = createCommits(60_000)
    const { begun, change, end } = createChanges()
    const results = [
      commits('id', 'replace', change('a')),
      commits('id', 'remove', change('first logout')),
      commits('id', 'remove', change('second logout')),
      commits('id', 'replace', change('late')),
    ]
    await end('a')
    await end('first logout')
    expect(await Promise.all(results)).toEqual([true, true, false, false])
    expect(begun).toEqual(['a', 'first logout'])
  })

  it('finds the record gone after a removal that is being made', async () => {
    const commits = createCommits(60_000)
    const { begun, change, end } = createChanges()
    const results = [
      commits('id', 'remove', change('logout')),
      commits('id', 'prolong', change('late')),
    ]
    await end('logout')
    expect(await Promise.all(results)).toEqual([true, false])
    expect(begun).toEqual(['logout'])
  })

  it('says of nothing that it is gone if its removal failed', async () => {
    const commits = createCommits(60_000)
    const { change, end } = createChanges()
    const results = [
      commits('id', 'remove', change('logout')),
      commits('id', 'remove', change('second logout')),
    ]
    await end('logout', new Error('the server is down'))
    const settled = await Promise.allSettled(results)
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('does not let one record wait for another', async () => {
    const commits = createCommits(60_000)
    const { begun, change, end } = createChanges()
    const results = ['a', 'b'].map((id) => commits(id, 'replace', change(id)))
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(await results[1]).toBe(true)
    await end('a')
    expect(await results[0]).toBe(true)
  })

  it('makes the next change after one that failed', async () => {
    const commits = createCommits(60_000)
    const { change, end } = createChanges()
    const failing = commits('id', 'replace', change('a'))
    const next = commits('id', 'replace', change('b'))
    await end('a', new Error('the server is down'))
    await expect(failing).rejects.toThrow('the server is down')
    await end('b')
    expect(await next).toBe(true)
  })

  it('never makes a change whose request has failed because it waited too long', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const commits = createCommits(60_000)
    const { begun, change, end } = createChanges()
    const first = commits('id', 'replace', change('a'))
    const late = commits('id', 'replace', change('b'))
    now = 60_000
    await end('a')
    expect(await first).toBe(true)
    await expect(late).rejects.toThrow('Cannot save the session within 60000 ms')
    expect(begun).toEqual(['a'])

    const fresh = commits('id', 'replace', change('c'))
    await end('c')
    expect(await fresh).toBe(true)
  })

  it('does not let a request wait for longer than the limit', async () => {
    const commits = createCommits(10)
    const { change, end } = createChanges()
    const first = commits('id', 'replace', change('a'))
    await expect(commits('id', 'prolong', change('b'))).rejects.toThrow('within 10 ms')
    await end('a')
    expect(await first).toBe(true)
  })
})

describe('compete', () => {
  it('tries again until no other process was faster', async () => {
    let tries = 0
    expect(await compete(Infinity, async () => (++tries === 3 ? true : undefined))).toBe(true)
    expect(tries).toBe(3)
  })

  it('ends after 20 tries', async () => {
    let tries = 0
    const attempt = async () => void tries++
    await expect(compete(Infinity, attempt as () => Promise<undefined>)).rejects.toThrow(
      'other processes have changed it 20 times in the meantime',
    )
    expect(tries).toBe(20)
  })
})
