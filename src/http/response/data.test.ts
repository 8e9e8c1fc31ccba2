import { describe, expect, it } from 'vitest'

import { data, isDataWithInit } from './data.ts'

describe('data', () => {
  it('keeps the value and the init side by side', () => {
    const value = { a: 1 }
    const result = data(value, { status: 422, headers: { 'X-One': '1' } })
    expect(result.data).toBe(value)
    expect(result.init).toEqual({ status: 422, headers: { 'X-One': '1' } })
  })

  it('takes a status, or nothing', () => {
    expect(data(null, 404).init).toEqual({ status: 404 })
    expect(data(null).init).toEqual({})
  })

  it('is told apart from a value of the same shape', () => {
    expect(isDataWithInit(data(1))).toBe(true)
    expect(isDataWithInit({ data: 1, init: {} })).toBe(false)
    expect(isDataWithInit(null)).toBe(false)
  })
})
