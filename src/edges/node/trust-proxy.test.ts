import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTrust, isSharedAddress, readClientAddress } from './trust-proxy.ts'

describe('createTrust', () => {
  it.each([
    ['10.0.0.7', '10.0.0.7', true],
    ['10.0.0.7', '10.0.0.8', false],
    ['10.0.0.7', '::ffff:10.0.0.7', true],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['192.168.1.0/31', '192.168.1.1', true],
    ['192.168.1.0/31', '192.168.1.2', false],
    ['192.168.1.4/32', '192.168.1.4', true],
    ['::ffff:10.0.0.7', '10.0.0.7', true],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::1', '::1', true],
    ['::1', '0:0::1', true],
    ['::1', '::2', false],
    ['2001:db8:0:0::1', '2001:db8::1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['fe80::1', 'fe80::1%eth0', true],
    ['fd00::/8', 'fdab::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['::/0', '2001:db8::1', true],
    ['unix', '', true],
    ['unix', '10.0.0.7', false],
    ['10.0.0.7', '', false],
    ['10.0.0.7', 'nonsense', false],
  ])('with %s, %s is trusted: %s', (entry, address, trusted) => {
    expect(createTrust([entry])(address)).toBe(trusted)
  })

  it('trusts no proxy if the list is empty', () => {
    expect(createTrust([])('127.0.0.1')).toBe(false)
    expect(createTrust([])('')).toBe(false)
  })

  it('says what a prefix may be', () => {
    expect(() => createTrust(['10.0.0.0/33'])).toThrow(
      'Cannot read "10.0.0.0/33" as a network: the prefix must be 0 to 32',
    )
    expect(() => createTrust(['fd00::/129'])).toThrow('the prefix must be 0 to 128')
    expect(() => createTrust(['10.0.0.0/'])).toThrow('the prefix must be 0 to 32')
    expect(() => createTrust(['10.0.0.0/-1'])).toThrow('the prefix must be 0 to 32')
  })

  it.each([true, 1, 'loopback', '10.0.0.7'])('refuses %j in place of a list', (entries) => {
    expect(() => createTrust(entries as never)).toThrow(
      `trustProxy takes a list such as ["10.0.0.7"], not ${JSON.stringify(entries)}`,
    )
  })

  it.each([
    '',
    '*',
    'true',
    '1',
    'localhost',
    '10.0.0',
    '10.0.0.0/8/8',
    '10.0.0.256',
    'fd00::g',
    'fe80::1%eth0',
  ])('refuses %j', (entry) => {
    expect(() => createTrust([entry])).toThrow('trustProxy takes entries such as')
  })
})

describe('readClientAddress', () => {
  const isTrusted = createTrust(['10.0.0.0/8'])

  it.each([
    ['203.0.113.5', '1.2.3.4', '203.0.113.5'],
    ['10.0.0.1', null, '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.5, 10.0.0.2', '203.0.113.5'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', '203.0.113.5,2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.5', '1.2.3.4', '203.0.113.5'],
    ['::ffff:10.0.0.1', null, '10.0.0.1'],
    ['::ffff:10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
    ['10.0.0.1', '2001:db8:0:0::1', '2001:db8::1'],
    ['10.0.0.1', '2001:DB8::1, ::ffff:10.0.0.2', '2001:db8::1'],
    ['fe80::1%eth0', null, 'fe80::1'],
    ['10.0.0.1', '203.0.113.5:4711', '10.0.0.1'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5, <script>', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5, <script>, 10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['', '203.0.113.5', undefined],
  ])('from %s with X-Forwarded-For %j the client is %s', (peer, forwarded, client) => {
    expect(readClientAddress(peer, forwarded, isTrusted)).toBe(client)
  })

  it('is canonical without a trusted proxy too', () => {
    expect(readClientAddress('::ffff:127.0.0.1', '1.2.3.4', null)).toBe('127.0.0.1')
  })

  it('cannot be moved by what a client writes in front', () => {
    fc.assert(
      fc.property(fc.string(), (spoofed) => {
        const forwarded = `${spoofed}, 203.0.113.5, 10.0.0.2`
        expect(readClientAddress('10.0.0.1', forwarded, isTrusted)).toBe('203.0.113.5')
      }),
    )
  })

  it('reads a long list once', () => {
    const forwarded = '10.0.0.2,'.repeat(20_000)
    expect(readClientAddress('10.0.0.1', forwarded, isTrusted)).toBe('10.0.0.1')
  })
})

describe('isSharedAddress', () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.7' }

  it.each<[string, string, Record<string, string>, string[] | null, boolean]>([
    // A client on the internet, whatever it sends.
    ['203.0.113.9', '203.0.113.9', {}, null, false],
    ['203.0.113.9', '203.0.113.9', forwarded, null, false],
    ['203.0.113.9', '203.0.113.9', forwarded, ['10.0.0.7'], false],
    ['2001:db8::1', '2001:db8::1', { via: '1.1 proxy' }, null, false],
    // A client in the same network.
    ['127.0.0.1', '::ffff:127.0.0.1', {}, null, false],
    ['192.168.1.5', '192.168.1.5', {}, ['10.0.0.7'], false],
    ['192.168.1.5', '10.0.0.7', { 'x-forwarded-for': '192.168.1.5' }, ['10.0.0.7'], false],
    // A proxy that is not trusted.
    ['127.0.0.1', '127.0.0.1', forwarded, null, true],
    ['127.0.0.1', '::ffff:127.0.0.1', { forwarded: 'for=198.51.100.7' }, null, true],
    ['10.0.0.8', '10.0.0.8', { 'x-real-ip': '198.51.100.7' }, ['10.0.0.7'], true],
    ['100.64.0.2', '100.64.0.2', { via: '1.1 proxy' }, null, true],
    ['fdaa::1', 'fdaa::1', forwarded, null, true],
    ['fe80::1', 'fe80::1%eth0', forwarded, null, true],
    // A trusted proxy that does not say who called it.
    ['10.0.0.7', '10.0.0.7', {}, ['10.0.0.7'], true],
    ['10.0.0.8', '10.0.0.7', { 'x-forwarded-for': 'unknown, 10.0.0.8' }, ['10.0.0.0/8'], true],
  ])('%s of the peer %s with %o and %o: %s', (client, peer, headers, trusted, expected) => {
    const isTrusted = trusted && createTrust(trusted)
    const readHeader = (name: string): string | null => headers[name] ?? null
    expect(isSharedAddress(client, peer, readHeader, isTrusted)).toBe(expected)
  })
})
