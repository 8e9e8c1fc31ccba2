import { describe, expect, it } from 'vitest'
import { readAddress } from './address.ts'

describe('readAddress', () => {
  it('prefers options to the environment', () => {
    const env = { PORT: '1', HOST: 'env' }
    expect(readAddress({ port: '0', host: 'option' }, env)).toEqual({ port: 0, host: 'option' })
    expect(readAddress({}, env)).toEqual({ port: 1, host: 'env' })
  })

  it('leaves out what is not set', () => {
    expect(readAddress({}, { PORT: '', HOST: '' })).toEqual({ port: undefined, host: undefined })
  })

  it.each(['65536', '-1', '3000x', '1e3', ' '])('refuses port %j', (port) => {
    expect(() => readAddress({ port }, {})).toThrow(
      `Cannot listen on --port ${JSON.stringify(port)}. Use a number from 0 to 65535.`,
    )
    expect(() => readAddress({}, { PORT: port })).toThrow('Cannot listen on PORT')
  })

  it('accepts every port from 0 to 65535', () => {
    expect(readAddress({ port: '65535' }, {}).port).toBe(65_535)
  })
})
