import { describe, expect, it } from 'vitest'
import { reviewContract } from './review-contract.ts'
import { objectOf, schemaOf } from './schema.fixture.ts'

describe('reviewContract', () => {
  it('finds booleans of a search that are true by default, wherever they are', () => {
    const checked = { type: 'boolean', default: true }
    const search = schemaOf({
      ...objectOf({
        a: checked,
        b: { anyOf: [{ type: 'boolean' }, { type: 'null' }], default: true },
        c: objectOf({ d: { allOf: [checked] } }),
        e: { $ref: '#/$defs/E' },
        f: { type: 'boolean', default: false },
        self: { $ref: '#' },
      }),
      $defs: { E: checked },
    })
    const names = reviewContract({ search }, 'GET "/books"').map(
      (problem) => /has "([^"]+)"/.exec(problem)?.[1],
    )
    expect(names).toEqual(['a', 'b', 'c.d', 'e'])
    expect(reviewContract({ params: search }, 'GET "/books"')).toEqual([])
  })
})
