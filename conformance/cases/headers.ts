import assert from 'node:assert/strict'
import { responds, echo, refuses, seenHeader, type Case } from '../case.ts'
import { headerOf } from '../raw-connection.ts'

export const requestHeaders: readonly Case[] = [
  arrives('a value', [['X-A', 'one']], 'x-a', 'one'),
  onlyHttp1(arrives('a value between blanks', [['X-A', ' \t one \t ']], 'x-a', 'one')),
  arrives('an empty value', [['X-A', '']], 'x-a', ''),
  arrives(
    'a value with commas, quotes and semicolons',
    [['X-A', '"a, b"; c=d']],
    'x-a',
    '"a, b"; c=d',
  ),
  arrives('a Latin-1 value', [['X-A', 'caf\u00e9']], 'x-a', 'caf\u00e9'),
  arrives(
    'a repeated header',
    [
      ['X-A', '1'],
      ['X-A', '2'],
    ],
    'x-a',
    '1, 2',
  ),
  arrives(
    'a repeated X-Forwarded-For',
    [
      ['X-Forwarded-For', '203.0.113.1'],
      ['X-Forwarded-For', '203.0.113.10'],
    ],
    'x-forwarded-for',
    '203.0.113.1, 203.0.113.10',
  ),
  onlyHttp1(
    arrives(
      'a repeated User-Agent',
      [
        ['User-Agent', 'a'],
        ['User-Agent', 'b'],
      ],
      'user-agent',
      'a, b',
    ),
  ),
  arrives(
    'a repeated Accept',
    [
      ['Accept', 'a/b'],
      ['Accept', 'c/d'],
    ],
    'accept',
    'a/b, c/d',
  ),
  arrives('a Cookie', [['Cookie', 'a=1; b=2']], 'cookie', 'a=1; b=2'),
  arrives(
    'a Cookie in two headers',
    [
      ['Cookie', 'a=1'],
      ['Cookie', 'b=2'],
    ],
    'cookie',
    'a=1; b=2',
  ),
  arrives('a header named __proto__', [['__proto__', 'x']], '__proto__', 'x'),
  arrives('a header named constructor', [['constructor', 'x']], 'constructor', 'x'),
  arrives(
    'a header with every token character',
    [["!#$%&'*+-.^_`|~0aZ", 'x']],
    "!#$%&'*+-.^_`|~0az",
    'x',
  ),
  arrives(
    'Content-Type as it was sent',
    [['Content-Type', 'Application/JSON;Charset=x']],
    'content-type',
    'Application/JSON;Charset=x',
  ),
  arrives('Authorization', [['Authorization', 'Bearer abc']], 'authorization', 'Bearer abc'),
  arrives('a value of 8,000 bytes', [['X-A', 'y'.repeat(8000)]], 'x-a', 'y'.repeat(8000)),
  {
    name: 'ninety headers arrive',
    run: async (target) => {
      const headers = Array.from({ length: 90 }, (_, i): [string, string] => [`X-${i}`, String(i)])
      const seen = await echo(target, { headers })
      for (const [name, value] of headers) assert.equal(seenHeader(seen, name.toLowerCase()), value)
    },
  },
  {
    name: 'names are seen in lower case',
    run: async (target) => {
      const seen = await echo(target, { headers: [['X-CamelCase', '1']] })
      assert.ok(seen.headers.some(([name]) => name === 'x-camelcase'))
    },
  },
  {
    name: 'no HTTP/2 pseudo-header is seen',
    run: async (target) => {
      const seen = await echo(target)
      assert.ok(seen.headers.every(([name]) => !name.startsWith(':')))
    },
  },
  refuses(
    'a header without a colon is refused',
    'GET /hello HTTP/1.1\r\nHost: {host}\r\nBroken\r\n\r\n',
    [400],
  ),
  refuses(
    'a header without a name is refused',
    'GET /hello HTTP/1.1\r\nHost: {host}\r\n: x\r\n\r\n',
    [400],
  ),
  refuses(
    'a blank before the colon is refused',
    'GET /hello HTTP/1.1\r\nHost: {host}\r\nX-A : x\r\n\r\n',
    [400],
  ),
  refuses(
    'a name with a blank in it is refused',
    'GET /hello HTTP/1.1\r\nHost: {host}\r\nX A: x\r\n\r\n',
    [400],
  ),
  refuses(
    'a name in parentheses is refused',
    'GET /hello HTTP/1.1\r\nHost: {host}\r\n(X): x\r\n\r\n',
    [400],
  ),
  refuses(
    'a folded header is refused',
    'GET /hello HTTP/1.1\r\nHost: {host}\r\nX-A: x\r\n y\r\n\r\n',
    [400],
  ),
  refuses(
    'a NUL in a value is refused',
    'GET /hello HTTP/1.1\r\nHost: {host}\r\nX-A: a\0b\r\n\r\n',
    [400],
  ),
  refuses(
    'a lone CR in a value is refused',
    'GET /hello HTTP/1.1\r\nHost: {host}\r\nX-A: a\rb\r\n\r\n',
    [400],
  ),
  refuses(
    'a blank before Content-Length is refused',
    'POST /echo HTTP/1.1\r\nHost: {host}\r\n Content-Length: 5\r\n\r\nhello',
    [400],
  ),
  refuses('HTTP/0.9 is refused', 'GET /hello\r\n\r\n', [400, 505]),
  refuses(
    'HTTP/3.0 in a request line is refused',
    'GET /hello HTTP/3.0\r\nHost: {host}\r\n\r\n',
    [400, 505],
  ),
  refuses(
    'bytes that are not HTTP are refused',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    [400],
  ),
]

function onlyHttp1(each: Case): Case {
  return { ...each, http1: true }
}

function arrives(
  what: string,
  headers: readonly (readonly [string, string])[],
  name: string,
  value: string,
): Case {
  return {
    name: `${what} arrives`,
    run: async (target) => {
      assert.equal(seenHeader(await echo(target, { headers }), name), value)
    },
  }
}

export const responseHeaders: readonly Case[] = [
  leaves('a header', '/headers', 'x-one', ['1']),
  leaves('a repeated header', '/headers', 'x-two', ['a, b']),
  leaves('an empty header', '/headers', 'x-empty', ['']),
  leaves('a Latin-1 header', '/headers', 'x-latin', ['caf\u00e9']),
  leaves('a repeated Vary', '/vary', 'vary', ['Accept, Cookie']),
  leaves('three cookies', '/cookies', 'set-cookie', [
    'a=1; Path=/',
    'b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT',
    'c=3',
  ]),
  leaves('one cookie', '/one-cookie', 'set-cookie', ['only=1; HttpOnly']),
  leaves('a header of 8,000 bytes', '/long-header?n=8000', 'x-long', ['y'.repeat(8000)]),
  leaves('the type of JSON', '/json', 'content-type', ['application/json']),
  leaves('the type of a Blob', '/blob', 'content-type', ['text/x-blob']),
  leaves('the length of known bytes', '/bytes?n=1234', 'content-length', ['1234']),
  leaves('the length of text in bytes', '/utf8', 'content-length', ['13']),
  leaves('the Location of a redirect', '/redirect', 'location', undefined),
  {
    name: 'ninety headers leave',
    run: async (target) => {
      const response = await target.send({ path: '/many-headers?n=90' })
      for (let i = 0; i < 90; i++) assert.equal(headerOf(response, `x-${i}`), String(i))
    },
  },
  {
    name: 'text is typed as UTF-8',
    run: async (target) => {
      const response = await target.send({ path: '/hello' })
      assert.equal(headerOf(response, 'content-type')?.toLowerCase(), 'text/plain;charset=utf-8')
    },
  },
  {
    name: 'form data carries its boundary',
    run: async (target) => {
      const response = await target.send({ path: '/form-data' })
      assert.match(headerOf(response, 'content-type') ?? '', /^multipart\/form-data;\s?boundary=/)
    },
  },
  {
    name: 'a handler cannot speak for the connection',
    run: async (target) => {
      const response = await target.send({ path: '/hop' })
      assert.equal(response.status, 200)
      assert.equal(response.body, 'ok')
      assert.notEqual(headerOf(response, 'transfer-encoding'), 'gzip')
      assert.notEqual(headerOf(response, 'keep-alive'), 'timeout=77')
      assert.notEqual(headerOf(response, 'connection'), 'X-Secret')
      assert.equal(headerOf(response, 'upgrade'), undefined)
    },
  },
  responds('a reason phrase does not matter to the rest', { path: '/status-text' }, 418, 'teapot'),
]

function leaves(
  what: string,
  path: string,
  name: string,
  values: readonly string[] | undefined,
): Case {
  return {
    name: `${what} leaves`,
    run: async (target) => {
      const response = await target.send({ path })
      const seen = response.headers.filter(([key]) => key === name).map(([, value]) => value)
      assert.deepEqual(seen, values ?? [`${target.origin}/hello`])
    },
  }
}
