import { isIP } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalAddress, networkOf } from './canonical-address.ts'

describe('canonicalAddress', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:127.0.0.1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:7f00:1', '127.0.0.1'],
    ['::ffff:0.0.0.0', '0.0.0.0'],
    ['::ffff:255.255.255.255', '255.255.255.255'],
    ['2001:db8:0:0::1', '2001:db8::1'],
    ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['::', '::'],
    ['::1', '::1'],
    ['::127.0.0.1', '::7f00:1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80:0::1%2', 'fe80::1'],
    ['::ffff:127.0.0.1%lo', '127.0.0.1'],
  ])('writes %s as %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical)
  })

  it.each([
    '',
    ' ',
    'unknown',
    '_hidden',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.256',
    '0x7f.0.0.1',
    '2130706433',
    ' 127.0.0.1',
    '127.0.0.1\n',
    '127.0.0.1:80',
    '127.0.0.1/8',
    '[::1]',
    '[::1]:443',
    '::1::',
    '1:2:3:4:5:6:7:8:9',
    '::1%',
    '::1]/x[',
    '<script>',
  ])('refuses %j', (text) => {
    expect(canonicalAddress(text)).toBe(undefined)
  })

  it('gives every spelling of an IPv6 address the same text', () => {
    const group = fc.oneof(fc.constant(0), fc.constant(0xffff), fc.integer({ min: 0, max: 0xffff }))
    const groups = fc.array(group, { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(groups, fc.infiniteStream(fc.boolean()), (values, coin) => {
        const flip = () => coin.next().value as boolean
        const plain = values.map((value) => value.toString(16)).join(':')
        const canonical = canonicalAddress(plain)!
        expect(isIP(canonical)).not.toBe(0)
        expect(canonicalAddress(canonical)).toBe(canonical)

        const spelled = values.map((value) => {
          const digits = value.toString(16).padStart(flip() ? 4 : 0, '0')
          return flip() ? digits.toUpperCase() : digits
        })
        expect(canonicalAddress(spelled.join(':'))).toBe(canonical)
        const tail = `${values[6]! >> 8}.${values[6]! & 255}.${values[7]! >> 8}.${values[7]! & 255}`
        expect(canonicalAddress([...spelled.slice(0, 6), tail].join(':'))).toBe(canonical)
        const zero = values.indexOf(0)
        if (zero !== -1) {
          const compressed = `${spelled.slice(0, zero).join(':')}::${spelled.slice(zero + 1).join(':')}`
          expect(canonicalAddress(compressed)).toBe(canonical)
        }
      }),
    )
  })

  it('gives different addresses different texts, and an IPv4 address the text of its mapped one', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.ipV6(), (one, other, six) => {
        expect(canonicalAddress(one)).toBe(one)
        expect(canonicalAddress(`::ffff:${one}`)).toBe(one)
        expect(canonicalAddress(one) === canonicalAddress(`::ffff:${other}`)).toBe(one === other)
        expect(isIP(canonicalAddress(six)!)).not.toBe(0)
      }),
    )
  })

  it('returns an address or nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdefx:.%[]/ @') }), (text) => {
        const canonical = canonicalAddress(text)
        expect(canonical === undefined || isIP(canonical) !== 0).toBe(true)
      }),
    )
  })
})

describe('the addresses that are accepted', () => {
  it('are those that Node accepts', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0125fF:.%g'), maxLength: 20 })
    fc.assert(
      fc.property(fc.oneof(text, fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (address) => {
        expect(canonicalAddress(address) !== undefined).toBe(isIP(address) !== 0)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(canonicalAddress(address)!)).toBe(network)
  })

  it('is the same exactly for addresses whose first four groups are', () => {
    const groups = fc.array(fc.constantFrom(0, 1, 0xffff), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(groups, groups, (a, b) => {
        const [first, second] = [a, b].map((values) => {
          const text = values.map((value) => value.toString(16)).join(':')
          return canonicalAddress(text)!
        })
        fc.pre(first!.includes(':') && second!.includes(':'))
        const isSame = a.slice(0, 4).join() === b.slice(0, 4).join()
        expect(networkOf(first!) === networkOf(second!)).toBe(isSame)
      }),
    )
  })
})
