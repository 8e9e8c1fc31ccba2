import * as crypto from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPlatform } from './platform.ts'

const platform = findPlatform()
const text = fc.string({ unit: 'binary', maxLength: 200 })

describe('the signer on Node', () => {
  it('computes the HMAC-SHA-256 of RFC 4231 §4.2 and §4.3', () => {
    const hex = (secret: string, data: string) =>
      Buffer.from(platform.createSigner(secret).sign(data) as string, 'base64').toString('hex')
    expect(hex('\x0b'.repeat(20), 'Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    )
    expect(hex('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  it('signs like createHmac(), with secrets and texts of any length', () => {
    fc.assert(
      fc.property(text, text, (secret, data) => {
        const { sign, verify } = platform.createSigner(secret)
        const expected = crypto.createHmac('sha256', secret).update(data).digest('base64')
        expect(sign(data)).toBe(expected.slice(0, -1))
        expect(verify(data, expected.slice(0, -1))).toBe(true)
        expect(verify(`${data}x`, expected.slice(0, -1))).toBe(false)
      }),
    )
  })

  it('signs one text after another with the same signer', () => {
    const { sign } = platform.createSigner('a secret of more than sixteen bytes')
    const first = sign('one')
    expect(sign('two')).not.toBe(first)
    expect(sign('one')).toBe(first)
  })
})
