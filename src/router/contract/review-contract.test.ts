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

  it('finds lists that may have more rows than a form can send (RW-5)', () => {
    const text = { type: 'string' }
    const list = (maxItems: number | undefined, row: object) => ({
      type: 'array',
      ...(maxItems && { maxItems }),
      items: objectOf(row),
    })
    const review = (properties: object, accepts?: ['json']) =>
      reviewContract(
        { body: schemaOf(objectOf(properties)), ...(accepts && { accepts }) },
        'POST "/orders"',
      ).map((problem) => /list ("[^"]+" .*?): .* maximum of (\d+)/.exec(problem)!.slice(1))

    expect(review({ lines: list(250, { a: text, b: text, c: text }) })).toEqual([])
    expect(review({ lines: list(251, { a: text, b: text, c: text }) })).toEqual([
      ['"lines" of at most 251 rows', '250'],
    ])
    expect(review({ lines: list(undefined, { a: text }) })).toEqual([
      ['"lines" without a maximum', '500'],
    ])
    const parts = list(10, { name: text })
    expect(review({ lines: list(47, { parts }) })).toEqual([])
    expect(review({ lines: list(48, { parts }) })).toEqual([['"lines" of at most 48 rows', '47']])
    expect(review({ lines: list(undefined, { a: text }) }, ['json'])).toEqual([])
  })
})
