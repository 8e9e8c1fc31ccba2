import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { createRequestListener } from '../../edges/node/index.ts'
import { createMatcher } from '../../router/route-pattern/index.ts'
import { isSpelled } from './find-entry.ts'
import { staticFiles, type StaticFilesOptions } from './index.ts'

let home: string
let root: string

/** The files that may be served, by their names; each has its name as content. */
const served = [
  'index.html',
  'a.txt',
  'a b.txt',
  'é.txt',
  'a+b.txt',
  '100%.txt',
  '%2e%2e',
  '%61.txt',
  "it's <b>&.txt",
  'logo.png',
  'page.html',
  'data.json',
  'no-type',
  'docs/index.htm',
  'docs/guide.html',
  'docs/deep/er.txt',
  'admin/secret.html',
  '.well-known/security.txt',
]

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'static-files-')))
  root = join(home, 'public')
  const write = (path: string, content: string): void => {
    const file = join(home, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, content)
  }
  for (const name of served) write(`public/${name}`, name)
  for (const name of ['.env', '.git/config', 'docs/.hidden', '.well-known/.secret']) {
    write(`public/${name}`, 'SECRET')
  }
  write('public/empty/deeper/x.txt', 'empty/deeper/x.txt')
  write('secret.txt', 'SECRET')
  write('outside/secret.txt', 'SECRET')
  write('outside/index.html', 'SECRET')
  write('public-2/secret.txt', 'SECRET')
  write('public/linked-index/x.txt', 'linked-index/x.txt')

  const link = (target: string, path: string): void => symlinkSync(target, join(root, path))
  link('a.txt', 'link.html')
  link('docs', 'manual')
  link(join(root, 'docs/guide.html'), 'docs/absolute.html')
  link('../secret.txt', 'out.txt')
  link(join(home, 'secret.txt'), 'out-absolute.txt')
  link('../outside', 'out')
  link('../public-2/secret.txt', 'neighbour.txt')
  link('out', 'twice')
  link('../../outside/index.html', 'linked-index/index.html')
  link('loop', 'loop')
  link('nowhere', 'broken')
  link('.env', 'env.txt')
  link('/', 'everything')
  link('..', 'docs/up')
  execFileSync('mkfifo', [join(root, 'pipe'), join(root, 'pipe.html')])
})

afterAll(() => {
  rmSync(home, { recursive: true, force: true })
})

const fellThrough = 'fell through'

function createApp(options?: StaticFilesOptions, before: Middleware[] = []) {
  return createRouter({
    middleware: [...before, staticFiles(root, options)],
    defaultHandler: () => new Response(fellThrough),
  })
}

function get(
  path: string,
  options?: StaticFilesOptions,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  return createApp(options).fetch(`https://example.com${path}`, { headers, method })
}

async function textOf(path: string, options?: StaticFilesOptions): Promise<string> {
  return (await get(path, options)).text()
}

function pathOf(name: string): string {
  return `/${name.split('/').map(encodeURIComponent).join('/')}`
}

describe('staticFiles', () => {
  it('serves files with type, length, validators and nosniff', async () => {
    utimesSync(join(root, 'a.txt'), 1_700_000_000.5, 1_700_000_000.5)
    const response = await get('/a.txt')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('a.txt')
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '5',
      etag: 'W/"5-1700000000500"',
      'last-modified': 'Tue, 14 Nov 2023 22:13:20 GMT',
      'x-content-type-options': 'nosniff',
    })
  })

  it('serves every name by its encoded path', async () => {
    for (const name of served) {
      expect(await textOf(pathOf(name))).toBe(name)
    }
    expect(await textOf('/é.txt')).toBe('é.txt')
    expect(await textOf('/a%2Bb.txt')).toBe('a+b.txt')
    expect(await textOf('/%61.txt')).toBe('a.txt')
  })

  it('decodes once: an encoded percent sign is one', async () => {
    expect(await textOf('/%252e%252e')).toBe('%2e%2e')
    expect(await textOf('/%2561.txt')).toBe('%61.txt')
    expect(await textOf('/%252e%252e/secret.txt')).toBe(fellThrough)
  })

  it('ignores the query', async () => {
    expect(await textOf('/a.txt?/../../secret.txt')).toBe('a.txt')
  })

  it('calls next() if there is no file, and never sends a 404', async () => {
    for (const path of ['/nothing', '/docs/nothing', '/a.txt/x', '/a.txt/', '/nothing/']) {
      expect(await textOf(path)).toBe(fellThrough)
    }
    expect(await textOf(`/${'a'.repeat(300)}`)).toBe(fellThrough)
    expect(await textOf(`/${'a/'.repeat(32_768)}`)).toBe(fellThrough)
  })

  it('goes on for other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      expect(await (await get('/a.txt', {}, {}, method)).text()).toBe(fellThrough)
    }
  })

  it('looks at the method and URL of the context', async () => {
    const rewrite: Middleware = (context, next) => {
      context.url.pathname = '/a.txt'
      return next()
    }
    const response = await createApp({}, [rewrite]).fetch('https://example.com/other')
    expect(await response.text()).toBe('a.txt')
  })

  it('responds to HEAD with headers alone', async () => {
    const response = await get('/a.txt', {}, {}, 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe('5')
    expect(response.body).toBe(null)
  })

  it('sends what it does not know as bytes', async () => {
    expect((await get('/no-type')).headers.get('Content-Type')).toBe('application/octet-stream')
  })

  it('sends an empty file', async () => {
    writeFileSync(join(root, 'nothing.bin'), '')
    const response = await get('/nothing.bin')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe('0')
    expect(await response.text()).toBe('')

    const ranged = { acceptRanges: true }
    expect((await get('/nothing.bin', ranged, { Range: 'bytes=0-' })).status).toBe(416)
    const suffix = await get('/nothing.bin', ranged, { Range: 'bytes=-1' })
    expect(suffix.status).toBe(200)
    expect(await suffix.text()).toBe('')
    expect((await get('/nothing.bin', {}, {}, 'HEAD')).headers.get('Content-Length')).toBe('0')
    rmSync(join(root, 'nothing.bin'))
  })

  it('finds files that appear later, and a root that does', async () => {
    const later = join(home, 'later')
    const router = createRouter({
      middleware: [staticFiles(later)],
      defaultHandler: () => new Response(fellThrough),
    })
    const read = async (): Promise<string> =>
      (await router.fetch('https://example.com/x.txt')).text()
    expect(await read()).toBe(fellThrough)
    mkdirSync(later)
    expect(await read()).toBe(fellThrough)
    writeFileSync(join(later, 'x.txt'), 'one')
    expect(await read()).toBe('one')
    writeFileSync(join(later, 'x.txt'), 'two two')
    expect(await read()).toBe('two two')
  })

  it('says at the start that its folder is missing, with the whole path', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    try {
      staticFiles(home)
      expect(warn).not.toHaveBeenCalled()
      staticFiles(join(home, 'misspelled'))
      expect(warn.mock.calls.flat().join()).toContain(
        `staticFiles() serves no files of ${join(home, 'misspelled')}: there is no such folder.`,
      )
    } finally {
      warn.mockRestore()
    }
  })

  it('takes a root relative to the working directory, and one that is a link', async () => {
    symlinkSync(root, join(home, 'current'))
    for (const folder of [relative(process.cwd(), root), join(home, 'current'), `${root}/`]) {
      const router = createRouter({ middleware: [staticFiles(folder)] })
      expect(await (await router.fetch('https://example.com/a.txt')).text()).toBe('a.txt')
    }
  })

  it('serves nothing of a root that is a file', async () => {
    const router = createRouter({
      middleware: [staticFiles(join(root, 'a.txt'), { listFiles: true })],
      defaultHandler: () => new Response(fellThrough),
    })
    for (const path of ['/', '/a.txt', '/x']) {
      const response = await router.fetch(`https://example.com${path}`)
      expect(await response.text()).toBe(fellThrough)
    }
  })

  it('refuses wrong options', () => {
    expect(() => staticFiles('')).toThrow('staticFiles() takes a folder such as "public", not ""')
    expect(() => staticFiles(undefined as never)).toThrow('not undefined')
    expect(() => staticFiles(root, { dotfiles: 'ignore' as never })).toThrow(
      new TypeError('staticFiles() takes "allow" or "deny" as dotfiles, not "ignore"'),
    )
    for (const name of ['../secret.txt', 'docs/index.html', '..', '', 'a\\b', 'a\0']) {
      expect(() => staticFiles(root, { index: [name] })).toThrow(
        `staticFiles() cannot use ${JSON.stringify(name)} as an index`,
      )
    }
    expect(() => staticFiles(root, { index: 'index.html' as never })).toThrow(
      new TypeError('staticFiles() takes a boolean or a list as index, not "index.html"'),
    )
    for (const folder of ['', '/', '/assets', '../assets', 'a//b', 5 as never]) {
      expect(() => staticFiles(root, { hashed: folder })).toThrow(
        `staticFiles() takes a folder below the root as hashed, such as "assets", not ${JSON.stringify(folder)}`,
      )
    }
    expect(() => staticFiles(root, { maxAge: 60 } as never)).toThrow(
      'staticFiles() has no option "maxAge"',
    )
  })
})

describe('conditions and ranges', () => {
  it('sends a 304 with nosniff and Cache-Control', async () => {
    const etag = (await get('/a.txt')).headers.get('ETag')!
    const response = await get(
      '/a.txt',
      { cacheControl: 'public, max-age=60' },
      { 'If-None-Match': etag },
    )
    expect(response.status).toBe(304)
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.body).toBe(null)
    const since = { 'If-Modified-Since': new Date(Date.now() + 1000).toUTCString() }
    expect((await get('/a.txt', {}, since)).status).toBe(304)
  })

  it('sends a 412', async () => {
    expect((await get('/a.txt', {}, { 'If-Match': '"other"' })).status).toBe(412)
  })

  it('sends parts of files that do not compress', async () => {
    const response = await get('/logo.png', {}, { Range: 'bytes=1-3' })
    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Range')).toBe('bytes 1-3/8')
    expect(await response.text()).toBe('ogo')
    const whole = await get('/logo.png')
    expect(whole.headers.get('Accept-Ranges')).toBe('bytes')
    expect((await get('/logo.png', {}, { Range: 'bytes=9-' })).status).toBe(416)
  })

  it('sends parts of others only where acceptRanges says so', async () => {
    const range = { Range: 'bytes=1-3' }
    const whole = await get('/a.txt', {}, range)
    expect([whole.status, await whole.text()]).toEqual([200, 'a.txt'])
    expect((await get('/a.txt', { acceptRanges: true }, range)).status).toBe(206)
    expect((await get('/logo.png', { acceptRanges: false }, range)).status).toBe(200)

    const acceptRanges: StaticFilesOptions['acceptRanges'] = (file) => file.name === 'a.txt'
    expect((await get('/a.txt', { acceptRanges }, range)).status).toBe(206)
    expect((await get('/logo.png', { acceptRanges }, range)).status).toBe(200)
  })

  it('refuses a digest that only some runtimes have at the start', () => {
    expect(() => staticFiles(tmpdir(), { digest: 'MD5' })).toThrow(
      'Cannot use "MD5" as a digest: Web Crypto has SHA-1, SHA-256, SHA-384 and SHA-512',
    )
  })

  it('passes on etag, digest, lastModified and cacheControl', async () => {
    const none = await get('/a.txt', { etag: false, lastModified: false, cacheControl: 'no-cache' })
    expect(none.headers.has('ETag')).toBe(false)
    expect(none.headers.has('Last-Modified')).toBe(false)
    expect(none.headers.get('Cache-Control')).toBe('no-cache')
    expect(await none.text()).toBe('a.txt')

    const strong = await get('/a.txt', { etag: 'strong' })
    expect(strong.headers.get('ETag')).toMatch(/^"[0-9a-f]{64}"$/)
    expect(await strong.text()).toBe('a.txt')

    const digest = await get('/a.txt', { etag: 'strong', digest: (file) => `${file.size}-x` })
    expect(digest.headers.get('ETag')).toBe('"5-x"')

    const buffered = await get('/a.txt', {
      etag: 'strong',
      digest: async (file) => String((await file.arrayBuffer()).byteLength),
    })
    expect(buffered.headers.get('ETag')).toBe('"5"')
  })
})

describe('large files', () => {
  const size = 64 * 1024
  const content = (length: number): Buffer =>
    Buffer.from(Uint8Array.from({ length }, (_, i) => i % 251))

  for (const length of [size - 1, size, size + 1, 300_000]) {
    it(`sends ${length} bytes as they are`, async () => {
      writeFileSync(join(root, 'large.bin'), content(length))
      const response = await get('/large.bin')
      expect(response.headers.get('Content-Length')).toBe(String(length))
      expect(Buffer.compare(Buffer.from(await response.bytes()), content(length))).toBe(0)

      const part = await get('/large.bin', {}, { Range: `bytes=1000-${length - 100}` })
      const expected = content(length).subarray(1000, length - 99)
      expect(Buffer.compare(Buffer.from(await part.bytes()), expected)).toBe(0)
    })
  }

  it('are opened when they are read, and closed after that or when the client leaves', async () => {
    writeFileSync(join(root, 'large.bin'), content(1_000_000))
    const count = (): number => readdirSync('/dev/fd').length
    const before = count()

    for (let i = 0; i < 20; i++) await get('/large.bin')
    for (let i = 0; i < 20; i++) await get('/large.bin', {}, {}, 'HEAD')
    for (let i = 0; i < 20; i++) await (await get('/large.bin')).bytes()
    for (let i = 0; i < 20; i++) await (await get('/large.bin')).body!.cancel()
    expect(count()).toBe(before)

    const readers = []
    for (let i = 0; i < 20; i++) {
      const reader = (await get('/large.bin')).body!.getReader()
      await reader.read()
      readers.push(reader)
    }
    expect(count()).toBe(before + 20)

    // Half of the clients disconnect during a read.
    for (const [i, reader] of readers.entries()) {
      if (i % 2 === 0) void reader.read()
    }
    await Promise.all(readers.map((reader) => reader.cancel()))
    expect(count()).toBe(before)
  })

  describe('over a socket', () => {
    // No two chunks of it are equal.
    const large = Buffer.alloc(8 * 1024 * 1024)
    for (let i = 0; i < large.length; i += 4) large.writeUInt32LE(i, i)
    let server: Server

    beforeAll(async () => {
      writeFileSync(join(root, 'large.bin'), large)
      server = createServer(createRequestListener(createApp()))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    })

    afterAll(() => {
      server.closeAllConnections()
      server.close()
      rmSync(join(root, 'large.bin'))
    })

    function open(): Socket {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.write('GET /large.bin HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n')
      return socket
    }

    it('arrive as they are, although all chunks are read into the same memory', async () => {
      const socket = open()
      const received: Buffer[] = []
      for await (const chunk of socket) {
        received.push(chunk as Buffer)
        // The server gets other work between two reads.
        if (received.length % 16 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      const response = Buffer.concat(received)
      const body = response.subarray(response.indexOf('\r\n\r\n') + 4)
      expect(Buffer.compare(body, large)).toBe(0)
    })

    it('arrive as they are over HTTP/2', async () => {
      const listener = createRequestListener(createApp())
      const second = createHttp2Server(listener)
      await new Promise<void>((resolve) => second.listen(0, '127.0.0.1', resolve))
      const client = connectHttp2(`http://127.0.0.1:${(second.address() as AddressInfo).port}`)
      const chunks: Buffer[] = []
      for await (const chunk of client.request({ ':path': '/large.bin' })) {
        chunks.push(chunk as Buffer)
      }
      client.close()
      second.close()
      expect(Buffer.compare(Buffer.concat(chunks), large)).toBe(0)
    })

    it('are closed when the client leaves in the middle', async () => {
      const count = (): number => readdirSync('/dev/fd').length
      const before = count()
      const socket = open()
      await once(socket, 'data')
      socket.destroy()
      await eventually(() => expect(count()).toBeLessThanOrEqual(before))
    })
  })

  it('sends a file that grows meanwhile up to where it ended', async () => {
    const file = join(root, 'large.bin')
    writeFileSync(file, content(1_000_000))
    const response = await get('/large.bin')
    appendFileSync(file, 'more')
    expect(Buffer.compare(Buffer.from(await response.bytes()), content(1_000_000))).toBe(0)
    rmSync(file)
  })

  it('fails, and closes, when the file is changed before or while it is sent', async () => {
    const file = join(root, 'large.bin')
    const before = readdirSync('/dev/fd').length

    writeFileSync(file, content(1_000_000))
    const replaced = await get('/large.bin')
    writeFileSync(join(root, 'new.bin'), content(1_000_000))
    renameSync(join(root, 'new.bin'), file)
    await expect(replaced.bytes()).rejects.toThrow('it was changed while it was sent')

    const truncated = (await get('/large.bin')).body!.getReader()
    await truncated.read()
    writeFileSync(file, '')
    const readRest = async (): Promise<void> => {
      while (!(await truncated.read()).done);
    }
    await expect(readRest()).rejects.toThrow('it was changed while it was sent')

    writeFileSync(file, content(1_000_000))
    const removed = await get('/large.bin')
    rmSync(file)
    await expect(removed.bytes()).rejects.toThrow('ENOENT')

    expect(readdirSync('/dev/fd').length).toBe(before)
  })
})

describe('a small file', () => {
  it('has the content and the length of one moment, whatever happens to it meanwhile', async () => {
    const file = join(root, 'changing.txt')
    writeFileSync(file, 'the first content')
    const replace: Middleware = async (context, next) => {
      const response = next()
      // The file is open by now, and neither a new one nor none in its place changes what is sent.
      if (context.url.searchParams.has('remove')) rmSync(file)
      else {
        writeFileSync(join(root, 'new.txt'), 'another')
        renameSync(join(root, 'new.txt'), file)
      }
      return response
    }
    const app = createApp({}, [replace])
    const replaced = await app.fetch('https://example.com/changing.txt')
    expect(replaced.headers.get('Content-Length')).toBe('17')
    expect(await replaced.text()).toBe('the first content')

    const next = await app.fetch('https://example.com/changing.txt?remove')
    expect(next.headers.get('Content-Length')).toBe('7')
    expect(await next.text()).toBe('another')

    expect(await textOf('/changing.txt')).toBe(fellThrough)
  })
})

describe('precompressed', () => {
  const packed = { br: '.br', zstd: '.zst', gzip: '.gz' } as const
  const write = (name: string, content: string, seconds = 1_700_000_000): void => {
    mkdirSync(join(root, 'assets'), { recursive: true })
    writeFileSync(join(root, 'assets', name), content)
    utimesSync(join(root, 'assets', name), seconds, seconds)
  }
  const ask = (name: string, codings: string, options: StaticFilesOptions = {}, method = 'GET') =>
    get(
      `/assets/${name}`,
      { precompressed: true, ...options },
      { 'Accept-Encoding': codings },
      method,
    )

  beforeAll(() => {
    write('app.js', 'plain')
    for (const [coding, extension] of Object.entries(packed)) write(`app.js${extension}`, coding)
    write('lonely.tar.gz', 'archive')
    write('none.js', 'plain')
  })
  afterAll(() => rmSync(join(root, 'assets'), { recursive: true }))

  it('sends the smallest that the client takes, under the name and type of the file', async () => {
    for (const [codings, coding] of [
      ['br', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, zstd', 'zstd'],
      ['gzip', 'gzip'],
      ['gzip;q=1, br;q=0.1', 'gzip'],
    ] as const) {
      const response = await ask('app.js', codings)
      expect(response.headers.get('Content-Encoding')).toBe(coding)
      expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
      expect(response.headers.get('Content-Length')).toBe(String(coding.length))
      expect(response.headers.get('Vary')).toBe('Accept-Encoding')
      expect(await response.text()).toBe(coding)
    }
  })

  it('sends the file itself to other clients, and says that it varies', async () => {
    for (const codings of ['identity', 'deflate', 'br;q=0', '']) {
      const response = await ask('app.js', codings)
      expect(response.headers.has('Content-Encoding')).toBe(false)
      expect(response.headers.get('Vary')).toBe('Accept-Encoding')
      expect(await response.text()).toBe('plain')
    }
    const alone = await ask('none.js', 'br')
    expect(alone.headers.has('Vary')).toBe(false)
    expect(await alone.text()).toBe('plain')
  })

  it('is off by default', async () => {
    const response = await get('/assets/app.js', {}, { 'Accept-Encoding': 'br' })
    expect(response.headers.has('Content-Encoding')).toBe(false)
    expect(await (await get('/assets/app.js.br')).text()).toBe('br')
  })

  it('handles HEAD and conditions for what it would send', async () => {
    const head = await ask('app.js', 'br', {}, 'HEAD')
    expect(head.headers.get('Content-Encoding')).toBe('br')
    expect(head.headers.get('Content-Length')).toBe('2')
    const again = await get(
      '/assets/app.js',
      { precompressed: true },
      { 'Accept-Encoding': 'br', 'If-None-Match': head.headers.get('ETag')! },
    )
    expect(again.status).toBe(304)
    expect(again.headers.get('Vary')).toBe('Accept-Encoding')
    expect(again.headers.has('Content-Encoding')).toBe(false)
  })

  it('serves a compressed file by its own name only if there is no other', async () => {
    expect(await (await ask('app.js.br', 'br')).text()).toBe(fellThrough)
    expect(await (await ask('lonely.tar.gz', 'gzip')).text()).toBe('archive')
    const listing = await textOf('/assets/', { precompressed: true, listFiles: true })
    expect(listing).toContain('/assets/lonely.tar.gz')
    expect(listing).not.toContain('/assets/app.js.br')
  })

  it('leaves out a compressed file that is gone, or older than the file', async () => {
    write('old.js', 'new content', 1_700_000_060)
    write('old.js.br', 'old content')
    write('old.js.gz', 'gzip', 1_700_000_060)
    expect(await (await ask('old.js', 'br, gzip')).text()).toBe('gzip')
    rmSync(join(root, 'assets/old.js.gz'))
    const plain = await ask('old.js', 'br, gzip')
    expect(plain.headers.has('Content-Encoding')).toBe(false)
    expect(plain.headers.get('Content-Length')).toBe('11')
    expect(await plain.text()).toBe('new content')
  })

  it('does not follow a link out of the root', async () => {
    write('linked.js', 'plain', 1)
    symlinkSync('../../secret.txt', join(root, 'assets/linked.js.br'))
    expect(await (await ask('linked.js', 'br')).text()).toBe('plain')
  })
})

describe('hashed', () => {
  const options = { hashed: 'assets', index: false } as const
  const page = (status: number, type = 'text/html; charset=utf-8'): Response =>
    new Response('<h1>the app</h1>', { status, headers: { 'Content-Type': type } })
  const ask = (path: string, response: Response, init: RequestInit = {}): Promise<Response> =>
    createRouter({
      middleware: [staticFiles(root, options)],
      defaultHandler: () => response,
    }).fetch(`https://example.com${path}`, init)

  beforeAll(() => {
    mkdirSync(join(root, 'assets/deep'), { recursive: true })
    writeFileSync(join(root, 'assets/deep/x-abc.js'), 'x')
  })
  afterAll(() => rmSync(join(root, 'assets'), { recursive: true }))

  it('lets browsers keep its files for good, and no others', async () => {
    const kept = await ask('/assets/deep/x-abc.js', page(404))
    expect(kept.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect((await ask('/a.txt', page(404))).headers.has('Cache-Control')).toBe(false)
  })

  it('responds to a missing file in plain text, which nothing caches', async () => {
    for (const path of [
      '/assets/gone.js',
      '/assets/deep/gone.css',
      '/assets/.hidden',
      '/%61ssets/x',
    ]) {
      const response = await ask(path, page(404), { headers: { Accept: '*/*' } })
      expect(response.status).toBe(404)
      expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(await response.text()).toBe('Not Found')
    }
    const head = await ask('/assets/gone.js', page(404), { method: 'HEAD' })
    expect(head.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(head.body).toBe(null)
  })

  it('leaves other responses of the app alone: pages, data, other paths and methods', async () => {
    expect(await (await ask('/assets/7', page(200))).text()).toBe('<h1>the app</h1>')
    expect(
      (await ask('/assets/7', page(404, 'application/json'))).headers.get('Content-Type'),
    ).toBe('application/json')
    for (const [path, init] of [
      ['/gone.js', {}],
      ['/assets', {}],
      ['/assets/', {}],
      ['/assets%2Fgone.js', {}],
      ['/assets-2/gone.js', {}],
      ['/assets/gone.js', { method: 'POST' }],
      ['/assets/gone', { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }],
    ] as const) {
      expect(await (await ask(path, page(404), init)).text()).toBe('<h1>the app</h1>')
    }
  })
})

describe('index', () => {
  it('responds for a folder, with or without a slash at the end', async () => {
    expect(await textOf('/')).toBe('index.html')
    expect(await textOf('/docs')).toBe('docs/index.htm')
    expect(await textOf('/docs/')).toBe('docs/index.htm')
    expect((await get('/docs')).headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  })

  it('goes on for a folder without one', async () => {
    expect(await textOf('/empty')).toBe(fellThrough)
    expect(await textOf('/empty/')).toBe(fellThrough)
  })

  it('can be off', async () => {
    for (const index of [false, []]) {
      expect(await textOf('/', { index })).toBe(fellThrough)
      expect(await textOf('/index.html', { index })).toBe('index.html')
    }
  })

  it('can be others, tried in order', async () => {
    expect(await textOf('/', { index: ['nothing', 'page.html', 'index.html'] })).toBe('page.html')
    expect(await textOf('/docs', { index: ['deep', 'guide.html'] })).toBe('docs/guide.html')
  })

  it('is not served from outside', async () => {
    expect(await textOf('/linked-index')).toBe(fellThrough)
    expect(await textOf('/linked-index/')).toBe(fellThrough)
  })
})

describe('filter', () => {
  it('sees the canonical path without its slash, and lets requests go on', async () => {
    const seen: string[] = []
    const options: StaticFilesOptions = {
      filter: (path) => {
        seen.push(path)
        return path !== 'a.txt'
      },
    }
    for (const path of ['/a.txt', '/%61.txt', '/./a.txt', '/docs/../a.txt', '/docs/%2e%2e/a.txt']) {
      expect(await textOf(path, options)).toBe(fellThrough)
    }
    expect(new Set(seen)).toEqual(new Set(['a.txt']))

    seen.length = 0
    for (const path of ['//a.txt', '/docs%2f..%2fa.txt', '/.env', '/a.txt%00', '/%zz']) {
      expect(await textOf(path, options)).toBe(fellThrough)
    }
    expect(seen).toEqual([])

    expect(await textOf('/a%20b.txt', options)).toBe('a b.txt')
    expect(await textOf('/docs/guide.html', options)).toBe('docs/guide.html')
    expect(seen).toEqual(['a b.txt', 'docs/guide.html'])
  })

  it('is asked about the index file too', async () => {
    const options: StaticFilesOptions = { filter: (path) => path !== 'docs/index.htm' }
    expect(await textOf('/docs/', options)).toBe(fellThrough)
    expect(await textOf('/docs', { ...options, index: ['index.htm', 'guide.html'] })).toBe(
      'docs/guide.html',
    )
  })

  it('may throw, and the error passes on', async () => {
    const filter = (): boolean => {
      throw new Error('broken filter')
    }
    await expect(get('/a.txt', { filter })).rejects.toThrow('broken filter')
  })
})

describe('dotfiles', () => {
  const hidden = ['/.env', '/%2eenv', '/.git/config', '/docs/.hidden', '/.well-known/.secret']

  it('are hidden, except .well-known', async () => {
    for (const path of hidden) expect(await textOf(path)).toBe(fellThrough)
    expect(await textOf('/.well-known/security.txt')).toBe('.well-known/security.txt')
  })

  it('are there with dotfiles: allow', async () => {
    for (const path of hidden) expect(await textOf(path, { dotfiles: 'allow' })).toBe('SECRET')
    expect(await textOf('/.git/', { dotfiles: 'allow' })).toBe(fellThrough)
  })
})

describe('links', () => {
  it('are followed inside of the root', async () => {
    expect(await textOf('/manual/guide.html')).toBe('docs/guide.html')
    expect(await textOf('/docs/absolute.html')).toBe('docs/guide.html')
    expect(await textOf('/manual')).toBe('docs/index.htm')
    expect(await textOf('/docs/up/a.txt')).toBe('a.txt')
  })

  it('give a hidden file a name to be served by', async () => {
    expect(await textOf('/env.txt')).toBe('SECRET')
  })

  it('give the type of the name that was asked for', async () => {
    const response = await get('/link.html')
    expect(await response.text()).toBe('a.txt')
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  })

  for (const path of [
    '/out.txt',
    '/out-absolute.txt',
    '/out/secret.txt',
    '/out/index.html',
    '/out',
    '/out/',
    '/twice/secret.txt',
    '/neighbour.txt',
    '/linked-index/index.html',
    '/everything/etc/passwd',
    '/loop',
    '/loop/x',
    '/broken',
  ]) {
    it(`are not followed out of the folder: ${path}`, async () => {
      for (const options of [{}, { listFiles: true, dotfiles: 'allow' }] as const) {
        expect(await textOf(path, options)).toBe(fellThrough)
        expect((await get(path, options, {}, 'HEAD')).headers.has('ETag')).toBe(false)
      }
    })
  }

  it('must be spelled as they are, on file systems that would not mind', () => {
    expect(isSpelled(root, ['manual', 'guide.html'])).toBe(true)
    expect(isSpelled(root, ['Manual', 'guide.html'])).toBe(false)
    expect(isSpelled(root, ['manual', 'GUIDE.html'])).toBe(false)
    expect(isSpelled(root, [])).toBe(true)
  })
})

describe('a path that is not a regular file', () => {
  it('is not opened: reading a pipe would never end', async () => {
    expect(await textOf('/pipe')).toBe(fellThrough)
    expect(await textOf('/pipe', { index: ['pipe.html'] })).toBe(fellThrough)
    expect(await textOf('/', { index: ['pipe.html'] })).toBe(fellThrough)
  })

  it('goes on: a device', async () => {
    const router = createRouter({
      middleware: [staticFiles('/dev')],
      defaultHandler: () => new Response(fellThrough),
    })
    const response = await router.fetch('https://example.com/zero')
    expect(await response.text()).toBe(fellThrough)
  })

  it('goes on: a file that may not be read', async () => {
    writeFileSync(join(root, 'private.txt'), 'SECRET')
    mkdirSync(join(root, 'closed'))
    writeFileSync(join(root, 'closed/x.txt'), 'SECRET')
    const paths = ['/private.txt', '/closed/x.txt', '/closed']
    await asNobody(
      async () => {
        chmodSync(join(root, 'private.txt'), 0o000)
        chmodSync(join(root, 'closed'), 0o000)
      },
      async () => {
        for (const path of paths) expect(await textOf(path, { listFiles: true })).toBe(fellThrough)
        expect((await get('/private.txt', {}, {}, 'HEAD')).headers.has('ETag')).toBe(false)
      },
    )
    chmodSync(join(root, 'closed'), 0o700)
    rmSync(join(root, 'closed'), { recursive: true })
    rmSync(join(root, 'private.txt'))
  })
})

/** Runs `test` without the rights of root, which may read everything. */
async function asNobody(prepare: () => Promise<void>, test: () => Promise<void>): Promise<void> {
  chmodSync(home, 0o755)
  await prepare()
  if (process.geteuid!() !== 0) return test()

  process.seteuid!(65_534)
  try {
    await test()
  } finally {
    process.seteuid!(0)
  }
}

describe('listFiles', () => {
  const options: StaticFilesOptions = { listFiles: true, index: false }

  async function linksOf(path: string, more: StaticFilesOptions = {}): Promise<string[]> {
    const page = await textOf(path, { ...options, ...more })
    return Array.from(page.matchAll(/<a href="([^"]*)">/g), (match) => match[1]!)
  }

  it('is off by default', async () => {
    expect(await textOf('/docs', { index: false })).toBe(fellThrough)
  })

  it('shows folders first, then files, and only what would be served', async () => {
    expect(await linksOf('/')).toEqual([
      '/.well-known/',
      '/admin/',
      '/docs/',
      '/empty/',
      '/linked-index/',
      '/manual/',
      '/%252e%252e',
      '/%2561.txt',
      '/100%25.txt',
      '/a%20b.txt',
      '/a%2Bb.txt',
      '/a.txt',
      '/data.json',
      '/env.txt',
      '/index.html',
      '/it&#39;s%20%3Cb%3E%26.txt',
      '/link.html',
      '/logo.png',
      '/no-type',
      '/page.html',
      '/%C3%A9.txt',
    ])
  })

  it('has links that work, with and without a slash at the end', async () => {
    for (const path of ['/docs', '/docs/']) {
      expect(await linksOf(path)).toEqual([
        '/',
        '/docs/deep/',
        '/docs/up/',
        '/docs/absolute.html',
        '/docs/guide.html',
        '/docs/index.htm',
      ])
    }
    for (const link of (await linksOf('/')).filter((link) => !link.endsWith('/'))) {
      expect(await textOf(link.replaceAll('&#39;', "'"))).not.toBe(fellThrough)
    }
    expect(await linksOf('/docs/deep')).toEqual(['/docs/', '/docs/deep/er.txt'])
  })

  it('escapes names', async () => {
    const page = await textOf('/', options)
    expect(page).toContain('>it&#39;s &lt;b&gt;&amp;.txt</a>')
    expect(page).not.toContain('<b>')
  })

  it('leaves out what filter refuses', async () => {
    const filter = (path: string): boolean => path !== 'docs/deep/' && !path.endsWith('.htm')
    expect(await linksOf('/docs', { filter })).toEqual([
      '/',
      '/docs/up/',
      '/docs/absolute.html',
      '/docs/guide.html',
    ])
  })

  it('shows dotfiles only with dotfiles: allow', async () => {
    expect(await linksOf('/', { dotfiles: 'allow' })).toContain('/.env')
  })

  it('yields to an index', async () => {
    expect(await textOf('/docs', { listFiles: true })).toBe('docs/index.htm')
    expect(await linksOf('/empty', { index: true })).toEqual(['/', '/empty/deeper/'])
  })

  it('is HTML with nosniff, and only headers for HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await get('/docs', options, {}, method)
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect((await response.text()) === '').toBe(method === 'HEAD')
    }
  })
})

describe('traversal', () => {
  const spellings = [
    '/../secret.txt',
    '/docs/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2E%2E/secret.txt',
    '/.%2e/secret.txt',
    '/%2e./secret.txt',
    '/..%2fsecret.txt',
    '/..%2Fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/docs%2f..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..%5Csecret.txt',
    '/..\\secret.txt',
    '/docs\\..\\..\\secret.txt',
    '/%252e%252e/secret.txt',
    '/%252e%252e%252fsecret.txt',
    '/%c0%ae%c0%ae/secret.txt',
    '/%uff0e%uff0e/secret.txt',
    '/．．/secret.txt',
    '/..;/secret.txt',
    '/...//secret.txt',
    '/....//secret.txt',
    '//secret.txt',
    '///../secret.txt',
    '/./../secret.txt',
    '/a.txt/../../secret.txt',
    '/a.txt%00.html',
    '/a.txt%00',
    '/%00/../secret.txt',
    '/out.txt.',
    '/a.txt.',
    '/a.txt%20',
    '/a.txt::$DATA',
    '/a.txt:stream',
    '/CON',
    '/nul',
    '/A.TXT',
    '/admin%2Fsecret.html',
    '/admin%2fsecret.html',
    '//admin/secret.html',
    '///admin/secret.html',
    '/admin//secret.html',
    '/docs%2fguide.html',
    '/docs%5cguide.html',
    '//a.txt',
    '/.//a.txt',
    '/~root/.bashrc',
    '/file:///etc/passwd',
    '/C:/Windows/win.ini',
    '/etc/passwd',
    '/public/a.txt',
    '/proc/self/environ',
  ]

  for (const path of spellings) {
    it(`goes on without a file: ${JSON.stringify(path)}`, async () => {
      for (const options of [{}, { dotfiles: 'allow', listFiles: true }] as const) {
        const response = await createApp(options).fetch(`https://example.com${path}`)
        expect(await response.text()).toBe(fellThrough)
      }
    })
  }

  describe('on a socket', () => {
    let server: Server

    beforeAll(async () => {
      server = createServer(createRequestListener(createApp({ dotfiles: 'allow' })))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    })

    afterAll(() => {
      server.closeAllConnections()
      server.close()
    })

    function sendRaw(target: string): Promise<string> {
      return new Promise((resolve, reject) => {
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
        let response = ''
        socket.setEncoding('latin1')
        socket.on('data', (text) => (response += text))
        socket.on('error', reject)
        socket.on('close', () => resolve(response))
        socket.write(`GET ${target} HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n`)
      })
    }

    it('serves a file', async () => {
      const response = await sendRaw('/a.txt')
      expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(response).toMatch(/\r\n\r\na\.txt$/)
    })

    it('gives away nothing, however a client that does not normalise spells it', async () => {
      for (const path of spellings) {
        const response = await sendRaw(
          encodeURI(path).replaceAll('%25', '%').replaceAll('%5C', '\\'),
        )
        expect(response).not.toContain('SECRET')
        expect(response).not.toContain('root:')
      }
    })

    it('sends a large file to a client that takes its time', async () => {
      writeFileSync(join(root, 'large.bin'), Buffer.alloc(3_000_000, 'x'))
      const response = await sendRaw('/large.bin')
      expect(response.length - response.indexOf('\r\n\r\n') - 4).toBe(3_000_000)
      rmSync(join(root, 'large.bin'))
    })
  })

  /** Paths to files, each in a spelling of its own: letters encoded, other separators, detours and endings. */
  const spelled = fc
    .record({
      target: fc.constantFrom(
        ...served,
        ...'manual/guide.html docs/up/a.txt docs/absolute.html link.html ../secret.txt out.txt'.split(
          ' ',
        ),
        ...'out-absolute.txt out/secret.txt twice/secret.txt neighbour.txt .env .git/config'.split(
          ' ',
        ),
        ...'everything/etc/passwd linked-index/index.html docs/up/out/secret.txt pipe'.split(' '),
      ),
      separators: fc.infiniteStream(
        fc.oneof(
          { weight: 2, arbitrary: fc.constant('/') },
          fc.constantFrom('//', '/./', '/%2e/', '/x/../', '/x/%2E./', '%2f', '%2F', '\\', '%5c'),
        ),
      ),
      encodes: fc.infiniteStream(
        fc.oneof({ weight: 19, arbitrary: fc.constant(0) }, fc.constantFrom(1, 2)),
      ),
      ending: fc.oneof(
        { weight: 4, arbitrary: fc.constant('') },
        fc.constantFrom(
          '/',
          '.',
          '%20',
          '%00',
          '%00.html',
          '::$DATA',
          '%2e',
          '/..',
          '%',
          '?x',
          '#x',
        ),
      ),
    })
    .map(({ target, separators, encodes, ending }) => {
      const encode = (letter: string): string => {
        const times = encodes.next().value!
        if (times === 0) return encodeURIComponent(letter)
        const once = Array.from(Buffer.from(letter), (byte) => `%${byte.toString(16)}`).join('')
        return times === 1 ? once : encodeURIComponent(once)
      }
      const names = target.split('/').map((name) => Array.from(name, encode).join(''))
      return `/${names.reduce((path, name) => path + separators.next().value! + name)}${ending}`
    })

  it('serves the file that a path names, or nothing, however it is spelled', async () => {
    const router = createApp({ index: false })
    let hits = 0
    await fc.assert(
      fc.asyncProperty(spelled, async (spelling) => {
        const { href, pathname } = new URL(`https://example.com${spelling}`)
        const body = await (await router.fetch(href)).text()
        if (body === fellThrough) return

        hits++
        expect(served).toContain(body) // Each file has its name as content.
        expect(pathname).not.toMatch(/%2f|%5c|%00|\/\//i)
        const path = decodeURIComponent(pathname.slice(1))
        expect(path).not.toMatch(/(?:^|\/)\.(?!well-known\/)/)
        if (!/^(?:manual|docs\/up|docs\/absolute|link)\b/.test(path)) expect(body).toBe(path)
      }),
      { numRuns: 2000 },
    )
    expect(hits).toBeGreaterThan(100)
  })

  it('gives away nothing for any path', async () => {
    const router = createApp({ listFiles: true })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-ascii' })),
        async (text) => {
          const url = URL.parse(`https://example.com/${text}`)
          if (url === null) return
          expect(await (await router.fetch(url.href)).text()).not.toContain('SECRET')
        },
      ),
    )
  })
})

describe('behind a guard', () => {
  const pattern = createMatcher('/admin/*path')
  const guard: Middleware = (context, next) =>
    pattern.match(context.url) === null ? next() : new Response('Forbidden', { status: 403 })
  const send = async (path: string): Promise<number | string> => {
    const response = await createApp({}, [guard]).fetch(`https://example.com${path}`)
    return response.status === 403 ? 403 : response.text()
  }

  it('sees the same path as the guard', async () => {
    expect(await send('/admin/secret.html')).toBe(403)
    for (const path of [
      '/admin%2Fsecret.html',
      '/admin%2fsecret.html',
      '//admin/secret.html',
      '/////admin/secret.html',
      '/admin//secret.html',
      '/docs/../admin/secret.html',
      '/docs/%2e%2e/admin/secret.html',
      '/docs/up/admin/secret.htm',
      '/Admin/secret.html',
      '/admin;x/secret.html',
      '/admin%5csecret.html',
    ]) {
      expect(`${path} ${await send(path)}`).toMatch(/ (?:403|fell through)$/)
    }
  })

  it('cannot be bypassed by encoding any of the letters', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 18, maxLength: 18 }),
        async (encoded) => {
          const path = Array.from('admin/secret.html', (letter, i) =>
            encoded[i] ? `%${letter.charCodeAt(0).toString(16)}` : letter,
          ).join('')
          expect([403, fellThrough]).toContain(await send(`/${path}`))
        },
      ),
    ))
})
