import { describe, expect, it } from 'vitest'
import {
  createErrorResponse,
  deserializeError,
  isRouteErrorResponse,
  serializeError,
} from './errors.ts'

const travel = (error: unknown, revealed: boolean): unknown =>
  deserializeError(JSON.parse(JSON.stringify(serializeError(error, revealed))))

describe('an error that travels', () => {
  it('stays an error response', () => {
    const error = travel(createErrorResponse(404, 'Not Found', { id: 1 }), false)
    expect(isRouteErrorResponse(error)).toBe(true)
    expect(error).toEqual(createErrorResponse(404, 'Not Found', { id: 1 }))
  })

  it('has the class name by which libraries for React Router know an error response', () => {
    const error = travel(createErrorResponse(404, 'Not Found', null), false)
    expect((error as object).constructor.name).toBe('ErrorResponseImpl')
  })

  it('says nothing about a server error outside of development', () => {
    const error = Object.assign(new TypeError('secret', { cause: 'secret' }), { code: 'secret' })
    expect(JSON.stringify(serializeError(error, false))).not.toContain('secret')
    expect(travel(error, false)).toEqual(new Error('Unexpected Server Error'))
    expect((travel(error, false) as Error).stack).toBe('')
  })

  it('comes back as the built-in class that it was, in development', () => {
    const error = new RangeError('too far')
    const revived = travel(error, true)
    expect(revived).toBeInstanceOf(RangeError)
    expect(revived).toMatchObject({ message: 'too far', stack: error.stack })
  })

  it('comes back as an Error when its class is unknown, or a trap', () => {
    for (const name of ['CustomError', 'constructor', '__proto__', 'Function']) {
      const revived = deserializeError({ type: 'error', message: 'm', name })
      expect(Object.getPrototypeOf(revived)).toBe(Error.prototype)
    }
  })

  it.each([null, 0, '', 'text', { a: [1] }])('stays the value %j', (value) => {
    expect(travel(value, false)).toEqual(value)
  })
})

describe('isRouteErrorResponse', () => {
  it('is about thrown responses only', () => {
    expect(isRouteErrorResponse(new Error('x'))).toBe(false)
    expect(isRouteErrorResponse({ status: 404, statusText: '', data: null })).toBe(false)
  })
})
