import { describe, expect, it } from 'vitest'
import { explainLostConnection } from './lost-connection.ts'

const withCode = (code: string, options?: ErrorOptions) =>
  Object.assign(new Error('the server said no', options), { code })

describe('an error of the database', () => {
  it.each([
    withCode('57P01'),
    withCode('57P03'),
    withCode('08006'),
    withCode('ECONNRESET'),
    withCode('ECONNREFUSED'),
    new Error('Connection terminated unexpectedly'),
    new Error('Query read timeout'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Failed query: insert', { cause: withCode('57P01') }),
    Object.assign(new AggregateError([withCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' }),
  ])('is a 503 if the connection was lost (%s)', (error) => {
    expect(explainLostConnection(error)).toMatchObject({ status: 503, cause: error })
  })

  it.each([
    withCode('23505'),
    withCode('57014'),
    withCode('40001'),
    new Error('Connection of wires'),
    new TypeError('fetch failed', { cause: withCode('ECONNRESET') }),
    'ECONNRESET',
    undefined,
    null,
  ])('stays as it is otherwise (%s)', (error) => {
    expect(explainLostConnection(error)).toBe(error)
  })

  it('may be its own cause', () => {
    const error = new Error('circle')
    error.cause = error
    expect(explainLostConnection(error)).toBe(error)
  })
})
