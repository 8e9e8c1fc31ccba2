import { describe, expect, it } from 'vitest'
import { readFilePath, type NameRules } from './file-path.ts'

const rules: NameRules = { dotfiles: false, windows: false }

describe('readFilePath', () => {
  for (const [pathname, names] of [
    ['/', ['']],
    ['/a.txt', ['a.txt']],
    ['/docs/', ['docs', '']],
    ['/docs/a%20b.txt', ['docs', 'a b.txt']],
    ['/%C3%A9', ['é']],
    ['/a+b', ['a+b']],
    ['/%2561', ['%61']],
    ['/%252e%252e/x', ['%2e%2e', 'x']],
    ['/.well-known/acme', ['.well-known', 'acme']],
    ['/a..b/c...', ['a..b', 'c...']],
    ['/a:b', ['a:b']],
    ['/CON', ['CON']],
  ] as const) {
    it(`reads ${pathname}`, () => {
      expect(readFilePath(pathname, rules)).toEqual(names)
    })
  }

  for (const pathname of [
    '//',
    '//a.txt',
    '/docs//a.txt',
    '/a.txt//',
    '/..',
    '/../a.txt',
    '/./a.txt',
    '/docs/..',
    '/%2e%2e/a.txt',
    '/%2e/a.txt',
    '/..%2fa.txt',
    '/docs%2fa.txt',
    '/docs%2Fa.txt',
    '/docs%5ca.txt',
    '/..%5Ca.txt',
    '/docs\\a.txt',
    '/a.txt%00',
    '/%00',
    '/a%',
    '/%zz',
    '/%E0%A4%A',
    '/%c0%ae%c0%ae/a.txt',
    '/.env',
    '/%2eenv',
    '/docs/.git/config',
    '/.well-known/.secret',
    '/.well-known2',
    '/...',
  ]) {
    it(`refuses ${JSON.stringify(pathname)}`, () => {
      expect(readFilePath(pathname, rules)).toBe(null)
    })
  }

  it('reads names that begin with a dot where they are allowed, but no dot segments', () => {
    const allowed = { ...rules, dotfiles: true }
    expect(readFilePath('/.git/config', allowed)).toEqual(['.git', 'config'])
    expect(readFilePath('/...', allowed)).toEqual(['...'])
    expect(readFilePath('/%2e%2e/config', allowed)).toBe(null)
    expect(readFilePath('/%2e', allowed)).toBe(null)
  })

  for (const name of [
    'a.txt.',
    'a.txt...',
    'a.txt%20',
    'a.txt%20.',
    'a.txt::$DATA',
    'a.txt:stream',
    'C:',
    'c%3A',
    'CON',
    'con.txt',
    'Con.tar.gz',
    'con%20.txt',
    'NUL',
    'aux.js',
    'PRN',
    'COM1',
    'com1.log',
    'COM%C2%B9',
    'LPT9',
    'CONIN$',
    'conout$',
  ]) {
    it(`refuses ${name} on Windows, also as a folder`, () => {
      const windows = { ...rules, windows: true }
      expect(readFilePath(`/${name}`, windows)).toBe(null)
      expect(readFilePath(`/${name}/x`, windows)).toBe(null)
    })
  }

  it('reads names on Windows that only look like those', () => {
    const windows = { ...rules, windows: true }
    for (const name of ['console.js', 'com.txt', 'com10', 'null', 'a.con', 'auxiliary']) {
      expect(readFilePath(`/${name}`, windows)).toEqual([name])
    }
  })
})
