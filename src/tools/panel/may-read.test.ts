import { describe, expect, it } from 'vitest'
import { mayRead } from './may-read.ts'

const host = 'localhost:3000'

/** Whether someone may read, by the headers and the address of a request. */
function allows(
  headers: Record<string, string>,
  {
    address = '127.0.0.1',
    allowedHosts,
    isForAgents = false,
  }: { address?: string; allowedHosts?: string[] | true; isForAgents?: boolean } = {},
): boolean {
  return (
    mayRead({ headers: { host, ...headers }, address }, { allowedHosts, isForAgents }) === undefined
  )
}

describe('mayRead', () => {
  it('allows addresses of this machine only', () => {
    for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
      expect(allows({}, { address })).toBe(true)
    for (const address of [
      '192.168.0.2',
      '::ffff:10.0.0.1',
      'fe80::1',
      '1127.0.0.1',
      '127.0.0.1.evil',
      '',
    ])
      expect(allows({}, { address })).toBe(false)
    expect(
      mayRead({ headers: { host }, address: undefined }, { allowedHosts: undefined }),
    ).toContain('an unknown address')
  })

  it('allows local hosts and those of the config', () => {
    for (const name of [
      'localhost',
      'LOCALHOST:80',
      'shop.localhost:3000',
      '127.0.0.1:3000',
      '127.1.2.3',
      '[::1]:3000',
    ])
      expect(allows({ host: name })).toBe(true)
    for (const name of [
      'evil.test',
      'localhost.evil.test',
      '127.0.0.1.evil.test',
      'localhost@evil.test',
      'evil.test#localhost',
      '',
      '.localhost',
      'localhost:3000, evil',
    ])
      expect(allows({ host: name })).toBe(false)
    expect(allows({ host: 'shop.test' }, { allowedHosts: ['shop.test'] })).toBe(true)
    expect(allows({ host: 'a.shop.test' }, { allowedHosts: ['.shop.test'] })).toBe(true)
    expect(allows({ host: 'evilshop.test' }, { allowedHosts: ['.shop.test'] })).toBe(false)
    expect(allows({ host: 'shop.test' }, { allowedHosts: true })).toBe(false)
  })

  it('refuses what a proxy or a tunnel has passed on', () => {
    for (const name of [
      'forwarded',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-',
    ])
      expect(allows({ [name]: 'x' })).toBe(false)
  })

  it('refuses another origin, also one with another port', () => {
    for (const origin of [`http://${host}`, `https://${host}`])
      expect(allows({ origin })).toBe(true)
    for (const origin of [
      'http://localhost:3001',
      'http://localhost',
      'https://evil.test',
      'null',
      '',
      `http://${host}/`,
      `ftp://${host}`,
    ])
      expect(allows({ origin })).toBe(false)
    for (const site of ['same-origin', 'none'])
      expect(allows({ 'sec-fetch-site': site })).toBe(true)
    for (const site of ['same-site', 'cross-site', ''])
      expect(allows({ 'sec-fetch-site': site })).toBe(false)
  })

  it('refuses every page that calls the tools for agents', () => {
    const isForAgents = true
    expect(allows({}, { isForAgents })).toBe(true)
    expect(allows({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' }, { isForAgents })).toBe(
      true,
    )
    expect(allows({ origin: `http://${host}` }, { isForAgents })).toBe(false)
    expect(allows({ 'sec-fetch-site': 'same-origin' }, { isForAgents })).toBe(false)
  })
})
