import assert from 'node:assert/strict'
import { BODY_LIMIT } from '../app.ts'
import {
  responds,
  assertServing,
  bytesOf,
  echo,
  refuses,
  withConnection,
  type Case,
} from '../case.ts'
import { headerOf } from '../raw-connection.ts'
import { toChunk, type Outgoing } from '../target.ts'

const boundary = 'x-boundary'
const multipart = [
  `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nA title\r\n`,
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\ncontents\r\n`,
  `--${boundary}--\r\n`,
].join('')

export const requestBodies: readonly Case[] = [
  arrives('a body with a length', { method: 'POST', body: 'hello' }, 'hello'),
  arrives('an empty body with a length', { method: 'POST', body: '' }, ''),
  arrives('no body', { method: 'POST' }, ''),
  arrives('a chunked body', { method: 'POST', chunks: ['he', 'll', 'o'] }, 'hello'),
  arrives('an empty chunked body', { method: 'POST', chunks: [] }, ''),
  arrives('a body of one-byte chunks', { method: 'POST', chunks: [...'one by one'] }, 'one by one'),
  arrives('a body of PUT', { method: 'PUT', body: 'put' }, 'put'),
  arrives('a body of PATCH', { method: 'PATCH', body: 'patch' }, 'patch'),
  arrives('a body of DELETE', { method: 'DELETE', body: 'delete' }, 'delete'),
  arrives('a chunked body of DELETE', { method: 'DELETE', chunks: ['delete'] }, 'delete'),
  arrives('a chunked body of OPTIONS', { method: 'OPTIONS', chunks: ['options'] }, 'options'),
  arrives('a body of PROPFIND', { method: 'PROPFIND', body: '<x/>' }, '<x/>'),
  arrives(
    'a body with zeros and line ends',
    { method: 'POST', body: 'a\0b\r\n\r\nc' },
    'a\0b\r\n\r\nc',
  ),
  arrives(
    'a body of 100,000 bytes',
    { method: 'POST', body: 'b'.repeat(100_000) },
    'b'.repeat(100_000),
  ),
  {
    name: 'UTF-8 arrives as text',
    run: async (target) => {
      const seen = await echo(target, {
        method: 'POST',
        body: Buffer.from('häßlich ✓').toString('latin1'),
      })
      assert.equal(seen.body, 'häßlich ✓')
    },
  },
  {
    name: 'a byte order mark is not part of the text',
    run: async (target) => {
      const seen = await echo(target, { method: 'POST', body: '\xef\xbb\xbfx' })
      assert.equal(seen.body, 'x')
    },
  },
  {
    name: 'invalid UTF-8 arrives as replacement characters',
    run: async (target) => {
      const seen = await echo(target, { method: 'POST', body: 'a\xffb' })
      assert.equal(seen.body, 'a\ufffdb')
    },
  },
  responds('a body of GET does no harm', { method: 'GET', body: '{}' }, 200, 'hello'),
  responds('a chunked body of GET does no harm', { method: 'GET', chunks: ['{}'] }, 200, 'hello'),
  responds('a body of HEAD does no harm', { method: 'HEAD', body: '{}' }, 200, ''),
  respondsWithJson(
    'a form arrives',
    {
      method: 'POST',
      path: '/form',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: 'title=a+b%26c&file=x',
    },
    ['a b&c', 'x'],
  ),
  respondsWithJson(
    'a file arrives',
    {
      method: 'POST',
      path: '/form',
      headers: [['Content-Type', `multipart/form-data; boundary=${boundary}`]],
      body: multipart,
    },
    ['A title', 'contents'],
  ),
  respondsWithJson(
    'a chunked form with a file arrives',
    {
      method: 'POST',
      path: '/form',
      headers: [['Content-Type', `multipart/form-data; boundary=${boundary}`]],
      chunks: [multipart.slice(0, 50), multipart.slice(50)],
    },
    ['A title', 'contents'],
  ),
  respondsWithJson(
    'bodyUsed tells whether the body was read',
    { method: 'POST', path: '/body-used', body: 'x' },
    [false, true],
  ),
  respondsWithJson('a clone can be read too', { method: 'POST', path: '/clone', body: 'x' }, [
    'x',
    'x',
  ]),
  respondsWithJson('the request is a genuine Request', { path: '/genuine' }, [
    true,
    '[object Request]',
    true,
    false,
    true,
  ]),
  respondsWithJson(
    'a streamed body is counted whole',
    { method: 'POST', path: '/size', body: 'b'.repeat(300_000) },
    { size: 300_000 },
  ),
  respondsWithJson(
    'a handler may stop reading a body after its first piece',
    { method: 'POST', path: '/first-chunk', body: 'b'.repeat(300_000) },
    { some: true },
  ),
  responds(
    'a body may be cancelled',
    { method: 'POST', path: '/cancel-body', body: 'b'.repeat(300_000) },
    200,
    'cancelled',
  ),
  responds(
    'an unread body does no harm',
    { method: 'POST', path: '/ignore-body', body: 'b'.repeat(300_000) },
    401,
    'ignored',
  ),
  responds(
    'an unread chunked body does no harm',
    { method: 'POST', path: '/ignore-body', chunks: ['b'.repeat(300_000)] },
    401,
    'ignored',
  ),
  {
    name: 'chunk extensions and trailers are not part of the body',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          `POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nX-Trailer: z\r\n\r\n`,
        )
        const response = await connection.read()
        assert.equal((JSON.parse(response.body) as { body: string }).body, 'hello')
      }),
  },
  {
    name: 'a body may come byte by byte',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        for (const byte of bytesOf(target, { method: 'POST', path: '/echo', body: 'slowly' })) {
          connection.write(byte)
          await new Promise((resolve) => setImmediate(resolve))
        }
        assert.equal(
          (JSON.parse((await connection.read()).body) as { body: string }).body,
          'slowly',
        )
      }),
  },
  refuses(
    'Content-Length and Transfer-Encoding together are refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    [400],
  ),
  refuses(
    'two different lengths are refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
    [400],
  ),
  refuses(
    'a list of lengths is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5, 6\r\n\r\nhello!',
    [400],
  ),
  refuses(
    'a negative length is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nContent-Length: -5\r\n\r\nhello',
    [400],
  ),
  refuses(
    'a length with a sign is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nContent-Length: +5\r\n\r\nhello',
    [400],
  ),
  refuses(
    'a hexadecimal length is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0x5\r\n\r\nhello',
    [400],
  ),
  refuses(
    'a length that overflows is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999999999999999999\r\n\r\nhello',
    [400, 413],
  ),
  refuses(
    'an unknown transfer coding is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: gzip\r\n\r\n',
    [400, 501],
  ),
  refuses(
    'chunked is refused if it is not the last coding',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n',
    [400, 501],
  ),
  refuses(
    'chunked under another spelling is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    [400, 501],
  ),
  refuses(
    'an invalid chunk size is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n',
    [400],
  ),
  refuses(
    'a chunk longer than its size is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n',
    [400],
  ),
  {
    name: '100 Continue is sent when the app reads the body',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          'POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
        )
        assert.equal((await connection.readHead()).status, 100)
        connection.write('hello')
        const response = await connection.read()
        assert.equal((JSON.parse(response.body) as { body: string }).body, 'hello')
      }),
  },
  {
    name: '100 Continue is not sent when the app does not read the body',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          'POST /ignore-body HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
        )
        const response = await connection.read()
        assert.deepEqual([response.status, response.interim], [401, []])
      }),
  },
  refuses(
    'an unknown expectation is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\nExpect: 200-maybe\r\nContent-Length: 0\r\n\r\n',
    [417],
  ),
]

function arrives(what: string, request: Outgoing, body: string): Case {
  return {
    name: `${what} arrives`,
    run: async (target) => {
      const seen = await echo(target, request)
      assert.equal(seen.body, body)
      assert.equal(seen.method, request.method)
    },
  }
}

function respondsWithJson(name: string, request: Outgoing, value: unknown): Case {
  return {
    name,
    run: async (target) => {
      const response = await target.send(request)
      assert.equal(response.status, 200, response.body)
      assert.deepEqual(JSON.parse(response.body), value)
    },
  }
}

const MEBIBYTE = 1_048_576

/** What `bodyLimit()` does with bodies of each size and framing, whatever reads them. */
const bodyLimits: readonly Case[] = ['text', 'request', 'clone'].flatMap((reader) => {
  const request = { method: 'POST', path: `/limited/${reader}` }
  const whole = 'b'.repeat(BODY_LIMIT)
  const size = reader === 'text' ? String(BODY_LIMIT) : JSON.stringify({ size: BODY_LIMIT })
  const title = `bodyLimit() for ${reader === 'text' ? 'context.text()' : `the ${reader}`}`
  return [
    responds(`${title}: a body of the limit arrives`, { ...request, body: whole }, 200, size),
    responds(
      `${title}: a chunked body of the limit arrives`,
      { ...request, chunks: [whole.slice(1), 'b'] },
      200,
      size,
    ),
    responds(`${title}: a larger length is refused`, { ...request, body: `${whole}b` }, 413),
    responds(
      `${title}: a larger chunked body is refused`,
      { ...request, chunks: [whole, 'b'] },
      413,
    ),
  ]
})

export const limits: readonly Case[] = [
  ...bodyLimits,
  refuses(
    'bodyLimit() is not evaded by a length beside chunks',
    `POST /limited/request HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n${'b'.repeat(2000)}\r\n0\r\n\r\n`,
    [400, 413],
  ),
  respondsWithJson(
    'a body of exactly the limit arrives',
    { method: 'POST', path: '/size', body: 'b'.repeat(MEBIBYTE) },
    { size: MEBIBYTE },
  ),
  respondsWithJson(
    'a chunked body of exactly the limit arrives',
    { method: 'POST', path: '/size', chunks: Array.from({ length: 16 }, () => 'b'.repeat(65_536)) },
    { size: MEBIBYTE },
  ),
  responds(
    'a body one byte over the limit is refused',
    { method: 'POST', path: '/size', body: 'b'.repeat(MEBIBYTE + 1) },
    413,
  ),
  responds(
    'a chunked body one byte over the limit is refused',
    { method: 'POST', path: '/size', chunks: ['b'.repeat(MEBIBYTE), 'b'] },
    413,
  ),
  responds(
    'a chunked body over the limit is refused when it is read as text',
    { method: 'POST', path: '/echo', chunks: ['b'.repeat(MEBIBYTE), 'b'.repeat(MEBIBYTE)] },
    413,
  ),
  {
    name: 'a length over the limit is refused before the body is sent',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          `POST /ignore-body HTTP/1.1\r\nHost: a\r\nContent-Length: ${MEBIBYTE + 1}\r\n\r\n`,
        )
        assert.equal((await connection.read()).status, 413)
        await assertServing(target)
      }),
  },
  {
    name: 'a length over the limit is refused without 100 Continue',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          `POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${MEBIBYTE + 1}\r\n\r\n`,
        )
        const response = await connection.read()
        assert.deepEqual([response.status, response.interim], [413, []])
      }),
  },
  {
    name: 'a client that keeps sending over the limit still reads the 413',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: ${16 * MEBIBYTE}\r\n\r\n`,
        )
        const pouring = connection.pour('b'.repeat(65_536), 64)
        assert.equal((await connection.read()).status, 413)
        connection.destroy()
        await pouring
      }),
  },
  {
    name: 'an unread endless chunked body ends with the connection',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          'POST /ignore-body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
        )
        const pouring = connection.pour(toChunk('b'.repeat(65_536)), 1_000)
        assert.equal((await connection.read()).status, 401)
        await connection.readToEnd()
        await pouring
      }),
  },
  responds(
    'headers of 12,000 bytes are accepted',
    { headers: [['X-Long', 'y'.repeat(12_000)]] },
    200,
  ),
  refuses(
    'headers of 100,000 bytes are refused',
    `GET /hello HTTP/1.1\r\nHost: {host}\r\nX-Long: ${'y'.repeat(100_000)}\r\n\r\n`,
    [431],
  ),
  refuses(
    'a target of 100,000 bytes is refused',
    `GET /${'y'.repeat(100_000)} HTTP/1.1\r\nHost: {host}\r\n\r\n`,
    [414, 431],
  ),
  refuses(
    'too many headers are refused',
    `GET /hello HTTP/1.1\r\nHost: {host}\r\n${Array.from({ length: 4_000 }, (_, i) => `X-${i}: y\r\n`).join('')}\r\n`,
    [431],
  ),
  refuses(
    'chunk extensions without end are refused',
    `POST /echo HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(100_000)}\r\nhello\r\n0\r\n\r\n`,
    [400, 413, 431],
  ),
]

export const responses: readonly Case[] = [
  ...[200, 201, 202, 299, 301, 302, 304, 400, 404, 418, 422, 499, 500, 503, 599].map((status) =>
    responds(`status ${status} leaves`, { path: `/status?n=${status}` }, status, ''),
  ),
  responds('status 204 has no body and no length', { path: '/status?n=204' }, 204, ''),
  responds('status 205 has no body', { path: '/status?n=205' }, 205, ''),
  {
    name: 'an unusual reason phrase leaves',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          bytesOf(target, { path: '/status-text', headers: [['Connection', 'close']] }),
        )
        assert.match(await connection.readToEnd(), /^HTTP\/1\.1 418 Short And Stout\r\n/)
      }),
  },
  responds('a null body is empty', { path: '/null' }, 200, ''),
  responds('an empty text is empty', { path: '/empty' }, 200, ''),
  responds(
    'text leaves as UTF-8',
    { path: '/utf8' },
    200,
    Buffer.from('häßlich ✓').toString('latin1'),
  ),
  responds('bytes leave', { path: '/bytes?n=100000' }, 200, 'x'.repeat(100_000)),
  responds('five megabytes leave', { path: '/bytes?n=5000000' }, 200, 'x'.repeat(5_000_000)),
  responds('a Blob leaves', { path: '/blob' }, 200, 'blob'),
  responds('search params leave', { path: '/params' }, 200, 'a=1+2'),
  responds('JSON leaves', { path: '/json' }, 200, '{"ok":true}'),
  responds('an unknown path reaches the app', { path: '/nowhere' }, 404, 'Not Found: /nowhere'),
  {
    name: 'an empty body says that it is empty',
    http1: true,
    run: async (target) => {
      for (const path of ['/null', '/empty']) {
        assert.equal(headerOf(await target.send({ path }), 'content-length'), '0')
      }
    },
  },
  {
    name: '204 and 304 have no Content-Length of an empty body',
    run: async (target) => {
      for (const status of [204, 304]) {
        const response = await target.send({ path: `/status?n=${status}` })
        assert.equal(headerOf(response, 'content-length'), undefined)
        assert.equal(headerOf(response, 'transfer-encoding'), undefined)
      }
    },
  },
]
