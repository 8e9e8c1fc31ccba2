import * as fc from 'fast-check'
import { expect } from 'vitest'

import { SetCookie } from '../../http/headers/index.ts'
import type { Session, SessionStorage } from './index.ts'

type Step =
  | { do: 'set' | 'flash'; name: string; value: unknown }
  | { do: 'get' | 'has' | 'unset'; name: string }
  | { do: 'regenerateId'; loginAt: Date | undefined }
  | { do: 'destroy' }

interface Visit {
  steps: Step[]
  /** Whether the request ends with a commit, with middleware's save, or with neither because it failed. */
  end: 'commit' | 'save' | 'fail'
}

/** What a session should hold, kept in the simplest way. */
interface Model {
  values: Map<string, unknown>
  flashes: Map<string, unknown>
  loginAt: Date | undefined
}

const name = fc.constantFrom('a', 'b', 'message', '__proto__', 'constructor', '', 'ü 🍪')
const value = fc
  .oneof(fc.string({ maxLength: 20 }), fc.integer(), fc.boolean(), fc.jsonValue({ maxDepth: 1 }))
  .map((any) => JSON.parse(JSON.stringify(any)) as unknown)
  .filter((any) => JSON.stringify(any).length < 100)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('set' as const), name, value }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('flash' as const), name, value }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('get' as const, 'has', 'unset'), name }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('regenerateId' as const),
      loginAt: fc.option(fc.date({ noInvalidDate: true }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('destroy' as const) }) },
)

const visits: fc.Arbitrary<Visit[]> = fc.array(
  fc.record({
    steps: fc.array(step, { maxLength: 6 }),
    end: fc.constantFrom('commit' as const, 'commit', 'save', 'fail'),
  }),
  { minLength: 1, maxLength: 6 },
)

/**
 * Sends one visitor through random requests and compares every response with a model.
 *
 * @param storage The storage, created with a cookie
 * @param options Whether old cookies must be dead, and how many visitors to send
 */
export async function expectToFollowModel(
  storage: SessionStorage,
  { records, numRuns = 100 }: { records: boolean; numRuns?: number },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(visits, async (list) => {
      let header = ''
      let stored = createModel()

      for (const visit of list) {
        const session = await storage.getSession(header)
        const model = structuredClone(stored)
        expectEqual(session, model)
        run(session, model, visit.steps)
        if (visit.end === 'fail') continue

        const before = header
        const idBefore = session.retiredId || session.id
        header = (await end(storage, session, visit.end)) ?? header
        stored = model

        if (records && idBefore !== '' && session.id !== idBefore) {
          expect((await storage.getSession(before)).size).toBe(0)
        }
        if (session.destroyed) {
          expect(header).toBe('')
        }
      }
      expectEqual(await storage.getSession(header), stored)
    }),
    { numRuns },
  )
}

function run(session: Session, model: Model, steps: Step[]): void {
  for (const step of steps) {
    switch (step.do) {
      case 'set':
        session.set(step.name, step.value)
        model.values.set(step.name, step.value)
        break
      case 'flash':
        session.flash(step.name, step.value)
        model.flashes.set(step.name, step.value)
        break
      case 'get':
        expect(session.get(step.name)).toEqual(read(model, step.name))
        break
      case 'has':
        expect(session.has(step.name)).toBe(
          model.values.has(step.name) || model.flashes.has(step.name),
        )
        break
      case 'unset':
        session.unset(step.name)
        model.values.delete(step.name)
        model.flashes.delete(step.name)
        break
      case 'regenerateId':
        session.regenerateId({ loginAt: step.loginAt })
        model.loginAt = step.loginAt
        break
      case 'destroy':
        session.destroy()
        Object.assign(model, createModel())
        return
    }
  }
}

function read(model: Model, name: string): unknown {
  if (model.values.has(name)) return model.values.get(name)
  const flash = model.flashes.get(name)
  model.flashes.delete(name)
  return flash
}

/** The `Cookie` header from now on, or `null` if it stays. */
async function end(
  storage: SessionStorage,
  session: Session,
  how: 'commit' | 'save',
): Promise<string | null> {
  let setCookie: string
  if (how === 'commit') {
    setCookie = await storage.commitSession(session)
  } else {
    const saved = await storage.save(session)
    if (saved === null) return null
    setCookie = await storage.cookie!.serialize(saved, saved === '' ? { maxAge: 0 } : {})
  }
  const { name, value, maxAge } = SetCookie.from(setCookie)
  return maxAge === 0 ? '' : `${name}=${value}`
}

function createModel(): Model {
  return { values: new Map(), flashes: new Map(), loginAt: undefined }
}

function expectEqual(session: Session, { values, flashes, loginAt }: Model): void {
  const entries = [
    ...values,
    ...[...flashes].map(([name, value]) => [`__flash_${name}__`, value] as const),
  ]
  const byName = (a: readonly [string, unknown], b: readonly [string, unknown]): number =>
    a[0] < b[0] ? -1 : 1
  const { __login__: _, ...data } = session.data
  expect(Object.entries(data).sort(byName)).toEqual(entries.sort(byName))
  expect(session.loginAt).toEqual(loginAt)
}
