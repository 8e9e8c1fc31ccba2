import { describe, expect, it } from 'vitest'

import { createFileResponse, type FileLike, type FileResponseOptions } from './index.ts'

const modified = Date.UTC(2024, 0, 2, 3, 4, 5, 678)
const modifiedText = 'Tue, 02 Jan 2024 03:04:05 GMT'
const before = 'Tue, 02 Jan 2024 03:04:04 GMT'
const after = 'Tue, 02 Jan 2024 03:04:06 GMT'
const content = '0123456789'
const weakTag = `W/"10-${modified}"`
// SHA-256 of 0123456789.
const strongTag = '"84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882"'

function createFile(type = 'image/png', text = content): File {
  return new File([text], 'file', { type, lastModified: modified })
}

async function send(
  headers: Record<string, string> = {},
  options: FileResponseOptions = {},
  file: FileLike = createFile(),
  method = 'GET',
): Promise<Response> {
  return createFileResponse(
    file,
    new Request('http://localhost/file', { method, headers }),
    options,
  )
}

describe('createFileResponse', () => {
  it('sends the file with its validators', async () => {
    const response = await send()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'accept-ranges': 'bytes',
      'content-length': '10',
      'content-type': 'image/png',
      etag: weakTag,
      'last-modified': modifiedText,
    })
    expect(await response.text()).toBe(content)
  })

  it.each([
    ['text/html', 'text/html; charset=utf-8'],
    ['text/plain', 'text/plain; charset=utf-8'],
    ['text/xml', 'text/xml'],
    ['application/json', 'application/json; charset=utf-8'],
    ['application/ld+json', 'application/ld+json; charset=utf-8'],
    ['application/javascript', 'application/javascript; charset=utf-8'],
    ['text/css; charset=latin1', 'text/css; charset=latin1'],
    ['image/svg+xml', 'image/svg+xml'],
    ['application/pdf', 'application/pdf'],
    ['', 'application/octet-stream'],
    ['nonsense', 'application/octet-stream'],
  ])('describes the type %j as %j', async (type, described) => {
    // A plain object, because some runtimes add a charset to the type of a File themselves.
    const file: FileLike = {
      name: 'file',
      size: 0,
      type,
      lastModified: 0,
      stream: () => new Blob().stream(),
      slice: () => new Blob(),
      arrayBuffer: async () => new ArrayBuffer(),
    }
    expect((await send({}, {}, file)).headers.get('Content-Type')).toBe(described)
  })

  it('responds to HEAD with the headers alone', async () => {
    const response = await send({ Range: 'bytes=0-1' }, {}, createFile(), 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe('10')
    expect(response.headers.get('ETag')).toBe(weakTag)
    expect(response.body).toBe(null)
  })

  it('sends Cache-Control, also with a 304', async () => {
    const options = { cacheControl: 'public, max-age=60' }
    expect((await send({}, options)).headers.get('Cache-Control')).toBe('public, max-age=60')
    const notModified = await send({ 'If-None-Match': weakTag }, options)
    expect(notModified.status).toBe(304)
    expect(Object.fromEntries(notModified.headers)).toEqual({
      'cache-control': 'public, max-age=60',
      etag: weakTag,
      'last-modified': modifiedText,
    })
    expect(notModified.body).toBe(null)
  })

  it('leaves validators out', async () => {
    const { headers } = await send({}, { etag: false, lastModified: false })
    expect(headers.has('ETag')).toBe(false)
    expect(headers.has('Last-Modified')).toBe(false)
  })

  it('creates a strong tag from the content', async () => {
    expect((await send({}, { etag: 'strong' })).headers.get('ETag')).toBe(strongTag)
    const sha1 = await send({}, { etag: 'strong', digest: 'SHA-1' })
    expect(sha1.headers.get('ETag')).toBe('"87acec17cd9dcd20a716cc2cf67417b71c8a7016"')
  })

  it('makes a strong tag by a function', async () => {
    const response = await send({}, { etag: 'strong', digest: async (file) => `v-${file.size}` })
    expect(response.headers.get('ETag')).toBe('"v-10"')
    await expect(send({}, { etag: 'strong', digest: () => 'a"b' })).rejects.toThrow(
      'Cannot use "a\\"b" as an entity tag',
    )
  })

  it('refuses a digest that only some runtimes have', async () => {
    for (const digest of ['MD5', 'sha256', { name: 'MD5' }, null as never]) {
      await expect(send({}, { etag: 'strong', digest })).rejects.toThrow(
        `Cannot use ${JSON.stringify(digest)} as a digest: Web Crypto has SHA-1`,
      )
    }
    expect((await send({}, { etag: 'strong', digest: 'sha-256' })).status).toBe(200)
  })

  it('computes no digest for a weak tag', async () => {
    const digest = () => expect.unreachable('no digest is needed')
    expect((await send({}, { digest })).headers.get('ETag')).toBe(weakTag)
  })
})

describe('preconditions', () => {
  const strong: FileResponseOptions = { etag: 'strong' }

  it.each<[string, Record<string, string>, FileResponseOptions, number]>([
    ['If-Match with the tag', { 'If-Match': strongTag }, strong, 200],
    ['If-Match with a list', { 'If-Match': `"a", ${strongTag}` }, strong, 200],
    ['If-Match with another tag', { 'If-Match': '"a"' }, strong, 412],
    ['If-Match *', { 'If-Match': '*' }, strong, 200],
    ['If-Match * without a tag', { 'If-Match': '*' }, { etag: false }, 200],
    ['If-Match with a weak tag', { 'If-Match': weakTag }, {}, 412],
    ['If-Match with the tag made weak', { 'If-Match': `W/${strongTag}` }, strong, 412],
    ['If-Match without a tag', { 'If-Match': '"a"' }, { etag: false }, 412],
    ['If-Match that is no list', { 'If-Match': 'nonsense' }, strong, 412],
    ['If-Unmodified-Since, then', { 'If-Unmodified-Since': modifiedText }, {}, 200],
    ['If-Unmodified-Since, after', { 'If-Unmodified-Since': after }, {}, 200],
    ['If-Unmodified-Since, before', { 'If-Unmodified-Since': before }, {}, 412],
    ['If-Unmodified-Since, no date', { 'If-Unmodified-Since': 'yesterday' }, {}, 200],
    [
      'If-Unmodified-Since, turned off',
      { 'If-Unmodified-Since': before },
      { lastModified: false },
      200,
    ],
    [
      'If-Unmodified-Since beside If-Match',
      { 'If-Match': strongTag, 'If-Unmodified-Since': before },
      strong,
      200,
    ],
    ['If-None-Match with the tag', { 'If-None-Match': weakTag }, {}, 304],
    ['If-None-Match with a list', { 'If-None-Match': `"a", ${weakTag}` }, {}, 304],
    ['If-None-Match *', { 'If-None-Match': '*' }, {}, 304],
    ['If-None-Match with another tag', { 'If-None-Match': '"a"' }, {}, 200],
    ['If-None-Match with the tag made weak', { 'If-None-Match': `W/${strongTag}` }, strong, 304],
    ['If-None-Match with the tag made strong', { 'If-None-Match': weakTag.slice(2) }, {}, 304],
    ['If-None-Match without a tag', { 'If-None-Match': '"a"' }, { etag: false }, 200],
    ['If-Modified-Since, then', { 'If-Modified-Since': modifiedText }, {}, 304],
    ['If-Modified-Since, after', { 'If-Modified-Since': after }, {}, 304],
    ['If-Modified-Since, before', { 'If-Modified-Since': before }, {}, 200],
    ['If-Modified-Since, no date', { 'If-Modified-Since': 'tomorrow' }, {}, 200],
    ['If-Modified-Since, turned off', { 'If-Modified-Since': after }, { lastModified: false }, 200],
    [
      'If-Modified-Since beside If-None-Match',
      { 'If-None-Match': '"a"', 'If-Modified-Since': after },
      {},
      200,
    ],
    ['both that fail', { 'If-Match': '"a"', 'If-None-Match': '*' }, {}, 412],
  ])('%s', async (_, headers, options, status) => {
    const response = await send(headers, options)
    expect(response.status).toBe(status)
    if (status === 412) expect(await response.text()).toBe('Precondition Failed')
    if (status === 304) expect(response.headers.has('Content-Length')).toBe(false)
  })
})

describe('ranges', () => {
  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-4', '4', 'bytes 4-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', content, 'bytes 0-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
    ['BYTES=0-0', '0', 'bytes 0-0/10'],
  ])('sends the part %s', async (range, part, contentRange) => {
    const response = await send({ Range: range })
    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Range')).toBe(contentRange)
    expect(response.headers.get('Content-Length')).toBe(String(part.length))
    expect(response.headers.get('ETag')).toBe(weakTag)
    expect(await response.text()).toBe(part)
  })

  it.each(['items=0-3', 'bytes', 'nonsense', ''])('ignores %j', async (range) => {
    const response = await send({ Range: range })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(content)
  })

  it.each(['bytes=', 'bytes=a-b', 'bytes=3-1', 'bytes=-', 'bytes=1-2,x', 'bytes=1'])(
    'refuses the malformed %j',
    async (range) => {
      const response = await send({ Range: range })
      expect(response.status).toBe(400)
      expect(await response.text()).toBe('Bad Request')
    },
  )

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0', 'bytes=0-1,3-4'])(
    'cannot satisfy %j',
    async (range) => {
      const response = await send({ Range: range })
      expect(response.status).toBe(416)
      expect(response.headers.get('Content-Range')).toBe('bytes */10')
      expect(await response.text()).toBe('Range Not Satisfiable')
    },
  )

  it.each(['bytes=0-', 'bytes=0-0', 'bytes=5-', 'bytes=-0'])(
    'cannot satisfy %j of an empty file',
    async (range) => {
      const response = await send({ Range: range }, {}, createFile('image/png', ''))
      expect(response.status).toBe(416)
      expect(response.headers.get('Content-Range')).toBe('bytes */0')
    },
  )

  it('sends the whole of an empty file for its last bytes', async () => {
    const response = await send({ Range: 'bytes=-5' }, {}, createFile('image/png', ''))
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe('0')
    expect(response.headers.has('Content-Range')).toBe(false)
    expect(await response.text()).toBe('')
  })

  it('sends an empty file', async () => {
    for (const type of ['image/png', 'text/plain', '']) {
      const response = await send({}, {}, createFile(type, ''))
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Length')).toBe('0')
      expect(await response.text()).toBe('')
    }
  })

  it.each<[string, string, FileResponseOptions, number]>([
    ['the strong tag', strongTag, { etag: 'strong' }, 206],
    ['another tag', '"a"', { etag: 'strong' }, 200],
    ['the weak tag', weakTag, {}, 200],
    ['the date', modifiedText, {}, 206],
    ['an older date', before, {}, 200],
    ['a newer date', after, {}, 200],
    ['nonsense', 'nonsense', {}, 200],
  ])('sends a part if If-Range is %s', async (_, ifRange, options, status) => {
    expect((await send({ Range: 'bytes=0-1', 'If-Range': ifRange }, options)).status).toBe(status)
  })

  it('sends the whole file if If-Range does not match, however many ranges there are', async () => {
    const response = await send({ Range: 'bytes=0-1,3-4', 'If-Range': '"a"' })
    expect(response.status).toBe(200)
  })

  it('are not offered for a type that compresses', async () => {
    const response = await send({ Range: 'bytes=0-1' }, {}, createFile('text/css'))
    expect(response.status).toBe(200)
    expect(response.headers.has('Accept-Ranges')).toBe(false)
  })

  it('are offered or not as told', async () => {
    const range = { Range: 'bytes=0-1' }
    expect((await send(range, { acceptRanges: true }, createFile('text/css'))).status).toBe(206)
    expect((await send(range, { acceptRanges: false })).status).toBe(200)
  })

  it('are for GET only', async () => {
    expect((await send({ Range: 'bytes=0-1' }, {}, createFile(), 'POST')).status).toBe(200)
  })

  it('take a condition before the range', async () => {
    expect((await send({ Range: 'bytes=99-', 'If-None-Match': weakTag })).status).toBe(304)
    expect((await send({ Range: 'bytes=', 'If-Match': '"a"' })).status).toBe(412)
  })
})
