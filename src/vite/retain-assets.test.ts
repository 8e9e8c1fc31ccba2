import { describe, expect, it } from 'vitest'
import { retainAssets } from './retain-assets.ts'

const day = 86_400_000
const now = 100 * day

describe('retainAssets', () => {
  it('removes everything by default', () => {
    expect(retainAssets(['assets/a-1.js', 'robots.txt'], { 'assets/a-1.js': 0 }, now, 0)).toEqual({
      remove: ['assets/a-1.js', 'robots.txt'],
      kept: {},
    })
  })

  it('keeps hashed files of the last build from now on', () => {
    expect(retainAssets(['assets/a-1.js'], { 'assets/a-1.js': 0 }, now, 7)).toEqual({
      remove: [],
      kept: { 'assets/a-1.js': now },
    })
  })

  it('keeps older ones until their time is over', () => {
    const record = { 'assets/below.js': now - 7 * day + 1, 'assets/at.js': now - 7 * day }
    expect(retainAssets(['assets/below.js', 'assets/at.js'], record, now, 7)).toEqual({
      remove: ['assets/at.js'],
      kept: { 'assets/below.js': now - 7 * day + 1 },
    })
  })

  it('removes what has no hash or what no build wrote down', () => {
    expect(retainAssets(['robots.txt', 'assets/x.js'], { 'robots.txt': 0 }, now, 7).remove).toEqual(
      ['robots.txt', 'assets/x.js'],
    )
  })
})
