import { describe, expect, it } from 'vitest'
import { readServeOptions } from './serve-options.ts'

describe('readServeOptions', () => {
  it('has the defaults of serve() if nothing is set', () => {
    expect(readServeOptions({}, {})).toEqual({ port: 3000, host: undefined, drainDelay: 0 })
  })

  it('reads proxies, the health check and the delay', () => {
    const values = { 'trust-proxy': '10.0.0.0/8,unix', health: '/up', 'drain-delay': '5000' }
    expect(readServeOptions(values, {})).toMatchObject({
      trustProxy: ['10.0.0.0/8', 'unix'],
      health: '/up',
      drainDelay: 5000,
    })
  })

  it.each(['', '5s', '-1', '1e3', '12345678'])('refuses %j as a delay', (delay) => {
    expect(() => readServeOptions({ 'drain-delay': delay }, {})).toThrow(
      `Cannot use ${JSON.stringify(delay)} as --drain-delay. Use milliseconds, such as 5000.`,
    )
  })

  it('uses a socket that was opened for this process', () => {
    const env = { LISTEN_PID: String(process.pid), LISTEN_FDS: '1', LISTEN_FDNAMES: 'web' }
    expect(readServeOptions({}, env).fd).toBe(3)
    // A child must not use the socket too.
    expect(env).toEqual({})
  })

  it.each([
    { LISTEN_PID: String(process.pid + 1), LISTEN_FDS: '1' },
    { LISTEN_PID: String(process.pid), LISTEN_FDS: '2' },
    { LISTEN_FDS: '1' },
  ])('uses no socket of another process: %j', (env) => {
    expect(readServeOptions({}, env).fd).toBeUndefined()
  })
})
