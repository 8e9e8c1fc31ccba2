import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writePath } from '../../router/route-pattern/shared.ts'
import { createStaticFolder, staticNames } from './static-files.ts'

describe('staticNames', () => {
  it.each([
    ['/', 'flat', 'index.html', '_data/index.json'],
    ['/', 'folder', 'index.html', '_data/index.json'],
    ['/books/dune', 'flat', 'books/dune.html', '_data/books/dune.json'],
    ['/books/dune', 'folder', 'books/dune/index.html', '_data/books/dune.json'],
    ['/books/', 'flat', 'books/index.html', '_data/books.json'],
    ['/books/', 'folder', 'books/index.html', '_data/books.json'],
    ['/b%C3%BCcher/a%20b', 'flat', 'bücher/a b.html', '_data/bücher/a b.json'],
    ['/100%25', 'flat', '100%.html', '_data/100%.json'],
    ['/v1.2', 'flat', 'v1.2.html', '_data/v1.2.json'],
  ] as const)('%s is a %s file %s with the data %s', (path, layout, document, data) => {
    expect(staticNames(path, layout)).toMatchObject({ document, data })
  })

  it('uses the path itself as the file of a resource route', () => {
    expect(staticNames('/feeds/all.xml', 'folder').resource).toBe('feeds/all.xml')
  })

  it.each([
    ['/a%2Fb', '"a/b" cannot be the name of a file'],
    ['/a%5Cb', '"a\\\\b" cannot be the name of a file'],
    ['/a%00', 'cannot be the name of a file'],
    ['/a%0A', 'cannot be the name of a file'],
    ['/a%7F', 'cannot be the name of a file'],
    ['/.', '"." cannot be the name of a file'],
    ['/a/%2E%2E/b', '".." cannot be the name of a file'],
    ['/...', '"..." cannot be the name of a file'],
    ['/a//b', '"" cannot be the name of a file'],
    ['/a./b', '"a." cannot be the name of a file: not every system allows it'],
    ['/a%20', '"a " cannot be the name of a file: not every system allows it'],
    ['/con', '"con" cannot be the name of a file: it is the name of a device on Windows'],
    ['/a/NUL.txt/b', '"NUL.txt" cannot be the name of a file: it is the name of a device'],
    ['/lpt1', '"lpt1" cannot be the name of a file: it is the name of a device'],
    ...['<', '>', ':', '"', '|', '?', '*'].map((character): [string, string] => [
      `/a${encodeURIComponent(character)}b`,
      'cannot be the name of a file: not every system allows it',
    ]),
    [`/${'ü'.repeat(101)}`, 'cannot be the name of a file: it has more than 200 bytes'],
    ['/%', 'is malformed'],
    ['relative', 'is malformed'],
    ['/_data', '/_data is the folder of the data files'],
    ['/_data/x', '/_data is the folder of the data files'],
    ['/_Data/x', '/_data is the folder of the data files'],
  ])('refuses %s', (path, message) => {
    expect(() => staticNames(path, 'flat')).toThrow(message)
    expect(() => staticNames(path, 'folder')).toThrow(message)
  })

  it('refuses /404 where its file would be the one for unknown URLs', () => {
    expect(() => staticNames('/404', 'flat')).toThrow('hosts send its file 404.html')
    expect(staticNames('/404', 'folder').document).toBe('404/index.html')
  })

  it('accepts names that only begin like a device of Windows', () => {
    expect(staticNames('/console/aux-in/com10', 'flat').document).toBe('console/aux-in/com10.html')
  })

  it('accepts a segment of 200 bytes', () => {
    expect(staticNames(`/${'a'.repeat(200)}`, 'flat').document).toHaveLength(205)
  })

  it('never leads out of its folder, whatever the params are', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', '.', '../x', '/etc', '..\\x', 'C:\\x', '\0', '%2e%2e', '%2F', '//x'),
    )
    fc.assert(
      fc.property(
        hostile,
        fc.array(hostile, { maxLength: 4 }),
        fc.constantFrom('flat' as const, 'folder' as const),
        (slug, rest, layout) => {
          const path = writePath(['=/a/', ':slug', '=/', '*rest'], { slug, rest: rest.join('/') })
          let names: ReturnType<typeof staticNames>
          try {
            names = staticNames(path, layout)
          } catch {
            return
          }
          for (const name of Object.values(names) as string[]) {
            expect(normalize(name)).toBe(name)
            expect(name).not.toMatch(/^\/|^\.\.?(?:\/|$)|\/\.\.?(?:\/|$)|[\\\0]/)
            for (const part of name.split('/')) expect(Buffer.byteLength(part)).toBeLessThan(256)
          }
          // Different paths have different files.
          expect(names.resource).toBe(
            ['a', slug, ...rest.join('/').split('/')].join('/').toWellFormed().replace(/\/$/, ''),
          )
        },
      ),
    )
  })
})

describe('a folder of static files', () => {
  let parent: string
  let directory: string

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'static-'))
    directory = join(parent, 'site')
    await mkdir(directory)
  })
  afterEach(() => rm(parent, { recursive: true, force: true }))

  it('writes files below new folders', async () => {
    const folder = createStaticFolder(directory)
    await Promise.all([folder.write('a/b/c.html', 'C'), folder.write('a/b/d.html', 'D')])
    expect(await readFile(join(directory, 'a/b/c.html'), 'utf8')).toBe('C')
    expect(await readFile(join(directory, 'a/b/d.html'), 'utf8')).toBe('D')
  })

  it('refuses a file that exists', async () => {
    await writeFile(join(directory, 'robots.txt'), 'of public/')
    await expect(createStaticFolder(directory).write('robots.txt', '')).rejects.toThrow(
      'there already is a file "robots.txt"',
    )
    expect(await readFile(join(directory, 'robots.txt'), 'utf8')).toBe('of public/')
  })

  it('refuses a file in a folder that is a file', async () => {
    const folder = createStaticFolder(directory)
    await folder.write('feed', '')
    await expect(folder.write('feed/a.html', '')).rejects.toThrow(
      'its file "feed/a.html" would be in a folder that is a file',
    )
  })

  it.each(['../out.html', '/../out.html', 'a/../../out.html'])(
    'writes nothing outside: %s',
    async (name) => {
      await expect(createStaticFolder(directory).write(name, '')).rejects.toThrow(
        'is outside of build/client',
      )
      expect(await readdir(parent)).toEqual(['site'])
    },
  )

  it('follows no link out of the folder, and creates no folder behind it', async () => {
    await mkdir(join(parent, 'elsewhere'))
    await symlink(join(parent, 'elsewhere'), join(directory, 'books'))
    const folder = createStaticFolder(directory)
    for (const name of ['books/dune.html', 'books/new/dune.html']) {
      await expect(folder.write(name, '')).rejects.toThrow('is outside of build/client')
    }
    expect(await readdir(join(parent, 'elsewhere'))).toEqual([])
  })

  it('does not write through a link that is in the place of a file', async () => {
    await symlink(join(parent, 'target.html'), join(directory, 'a.html'))
    await expect(createStaticFolder(directory).write('a.html', '')).rejects.toThrow()
    expect(existsSync(join(parent, 'target.html'))).toBe(false)
  })
})
