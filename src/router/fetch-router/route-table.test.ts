import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RoutePattern } from '../route-pattern/index.ts'
import { erasePattern } from '../route-pattern/shared.ts'
import { createRouteTable, type RouteEntry } from './route-table.ts'

const pattern = fc.oneof(
  fc
    .array(fc.constantFrom('/a', '/A', '/b', '/:x', '/:y', '(/:x)', '(/c)', '/d.:x'), {
      minLength: 1,
      maxLength: 3,
    })
    .chain((parts) =>
      fc.constantFrom('', '/*', '/*rest', '?q', '?q=1').map((end) => parts.join('') + end),
    ),
  fc.constantFrom(
    '/',
    '://*/a',
    'http(s)://*/a',
    'https://*/a',
    '://a.test/a',
    '://:x.test/a',
    '/%61',
  ),
)

const entry = fc.record({ method: fc.constantFrom('GET', 'POST', 'ANY'), source: pattern })

describe('the routes of a router', () => {
  it.each([false, true])(
    'are refused if an equal one is there, and all routes of a call together; ignoreCase: %s',
    (ignoreCase) => {
      fc.assert(
        fc.property(fc.array(fc.array(entry, { minLength: 1, maxLength: 3 })), (calls) => {
          const table = createRouteTable(undefined, { ignoreCase })
          const keys = new Set<string>()
          const expected: RouteEntry[] = []
          for (const call of calls) {
            const entries = call.filter(({ source }) => isValid(source)).map(createEntry)
            const own = entries.map(
              (one) => `${one.method} ${erasePattern(one.pattern, ignoreCase)}`,
            )
            const isNew = new Set(own).size === own.length && !own.some((key) => keys.has(key))
            if (isNew) {
              table.add(entries)
              for (const key of own) keys.add(key)
              expected.push(...entries)
            } else {
              expect(() => table.add(entries)).toThrow('is already there')
            }
          }
          expect(table.list()).toEqual(expected)
        }),
      )
    },
  )
})

function isValid(source: string): boolean {
  try {
    return Boolean(new RoutePattern(source))
  } catch {
    return false // Such as two captures in a row.
  }
}

function createEntry({ method, source }: { method: string; source: string }): RouteEntry {
  return {
    method: method as 'GET',
    pattern: new RoutePattern(source),
    handler: () => new Response(),
    middleware: [],
    toString: () => `${method} "${source}"`,
  }
}
