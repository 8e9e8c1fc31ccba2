import { afterEach, describe, expect, it, vi } from 'vitest'
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
      await vi.waitFor(() => expect(begun).toContain(name))
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

  it('makes every removal, and what comes after it finds the record gone', async () => {
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
    await end('second logout', false)
    await end('late', false)
    expect(await Promise.all(results)).toEqual([true, true, false, false])
    expect(begun).toEqual(['a', 'first logout', 'second logout', 'late'])
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
