import assert from 'node:assert/strict'
import {
  responds,
  assertServing,
  bytesOf,
  echo,
  refuses,
  withConnection,
  type Case,
} from '../case.ts'

export const methods: readonly Case[] = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => reaches(method)),
  reaches('PROPFIND'),
  reaches('MKCOL'),
  reaches('REPORT'),
  reaches('QUERY'),
  reaches('PURGE'),
  reaches('BREW'),
  responds('HEAD has status and no body', { method: 'HEAD' }, 200, ''),
  {
    name: 'HEAD of a stream has no body and leaves the connection usable',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytesOf(target, { method: 'HEAD', path: '/stream?n=5' }))
        assert.equal((await connection.read('HEAD')).status, 200)
        connection.write(bytesOf(target, { path: '/hello' }))
        assert.equal((await connection.read()).body, 'hello')
      }),
  },
  {
    name: 'HEAD ends an endless body at its source',
    run: async (target) => {
      const response = await target.send({ method: 'HEAD', path: '/forever?id=head' })
      assert.equal(response.status, 200)
      assert.equal(response.body, '')
    },
  },
  responds(
    'OPTIONS reaches the app and gets its response',
    { method: 'OPTIONS', path: '/nowhere' },
    404,
  ),
  responds('TRACE is refused', { method: 'TRACE', path: '/echo' }, 501),
  refuses(
    'CONNECT is refused',
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
    [400, 501],
  ),
  refuses(
    'a method that is not a token is refused',
    'G(T /hello HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400, 501],
  ),
  refuses(
    'a method in lower case is not GET',
    'get /hello HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400, 405, 501],
  ),
]

function reaches(method: string): Case {
  return {
    name: `${method} reaches the app`,
    run: async (target) => {
      assert.equal((await echo(target, { method })).method, method)
    },
  }
}

export const paths: readonly Case[] = [
  sees('/echo', '/echo'),
  sees('/echo?a=1&b=2', '/echo?a=1&b=2'),
  sees('/echo?', '/echo?'),
  sees('/echo/', '/echo/'),
  sees('/echo//x', '/echo//x'),
  sees('/echo/a/../b', '/echo/b'),
  sees('/x/../echo', '/echo'),
  sees('/../../echo', '/echo'),
  sees('/echo/./b', '/echo/b'),
  sees('/x/%2e%2e/echo', '/echo'),
  sees('/x/.%2E/echo', '/echo'),
  sees('/echo/%252e%252e/x', '/echo/%252e%252e/x'),
  sees('/echo/a%2Fb', '/echo/a%2Fb'),
  sees('/echo/a%2fb', '/echo/a%2fb'),
  sees('/echo/%61', '/echo/%61'),
  sees('/echo/%zz', '/echo/%zz'),
  sees('/echo/%E0%A4%A', '/echo/%E0%A4%A'),
  sees('/echo/%00', '/echo/%00'),
  sees('/echo\\x', '/echo/x'),
  sees('/echo/a;b=c', '/echo/a;b=c'),
  sees('/echo/a:b@c', '/echo/a:b@c'),
  sees('/echo/a+b', '/echo/a+b'),
  sees("/echo/'", "/echo/'"),
  sees("/echo?q='", '/echo?q=%27'),
  sees('/echo?a=1?b=2', '/echo?a=1?b=2'),
  sees('/echo?x=/../y', '/echo?x=/../y'),
  sees('/echo?q=a%20b+c', '/echo?q=a%20b+c'),
  sees('/echo?a[]=1', '/echo?a[]=1'),
  sees('/ECHO/../echo/A', '/echo/A'),
  sees('/echo/"<>', '/echo/%22%3C%3E'),
  sees('/echo/{x}', '/echo/%7Bx%7D'),
  sees(`/echo/${'a'.repeat(4000)}`, `/echo/${'a'.repeat(4000)}`),
  {
    name: 'a target //host/path is a path and never names a host',
    run: async (target) => {
      const response = await target.send({ path: '//evil.example/echo' })
      assert.equal(response.status, 404)
      assert.equal(response.body, 'Not Found: //evil.example/echo')
    },
  },
  responds('a target with a fragment is refused', { path: '/hello#x' }, 400),
  responds('the target * is refused', { method: 'OPTIONS', path: '*' }, 400),
  refuses(
    'a target without a slash is refused',
    'GET hello HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400],
  ),
  refuses(
    'an authority as target is refused',
    'GET example.com:80 HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400],
  ),
  refuses(
    'a target with a space is refused',
    'GET /he llo HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400, 505],
  ),
  refuses(
    'a target with a control character is refused',
    'GET /he\x01llo HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400, 505],
  ),
  refuses(
    'a target with a NUL is refused',
    'GET /he\0llo HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400, 505],
  ),
  refuses(
    'a file: target is refused',
    'GET file://hehe?/internal/run HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400],
  ),
  refuses(
    'an ftp: target is refused',
    'GET ftp://example.com/hello HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400],
  ),
  refuses(
    'an absolute target with credentials is refused',
    'GET http://user:pass@example.com/hello HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400],
  ),
  refuses(
    'an absolute target without a host is refused',
    'GET http:///hello HTTP/1.1\r\nHost: {host}\r\n\r\n',
    [400],
  ),
  absolute('http://other.example/echo?x=1', 'http://other.example/echo?x=1'),
  absolute('http://other.example:8080/a/../echo', 'http://other.example:8080/echo'),
  absolute('HTTP://OTHER.example/echo', 'http://other.example/echo'),
]

function sees(path: string, expected: string): Case {
  const shown = path.length > 60 ? `${path.slice(0, 20)}… of ${path.length} characters` : path

  return {
    name: `the target ${shown} is ${path === expected ? 'seen as it is' : expected}`,
    run: async (target) => {
      assert.equal((await echo(target, { path })).url, target.origin + expected)
    },
  }
}

function absolute(path: string, expected: string): Case {
  return {
    name: `the target ${path} is ${expected}, whatever Host says`,
    http1: true,
    run: async (target) => {
      assert.equal((await echo(target, { path })).url, expected)
    },
  }
}

export const hosts: readonly Case[] = [
  hostIs('example.com', 'example.com'),
  hostIs('EXAMPLE.com:8080', 'example.com:8080'),
  hostIs('localhost', 'localhost'),
  hostIs('[::1]:3000', '[::1]:3000'),
  hostIs('xn--bcher-kva.example', 'xn--bcher-kva.example'),
  ...[
    'user@example.com',
    'evil.com:fake@legitimate.com',
    'a:1/b@c',
    ':/spoofed',
    'example.com/x',
    'example.com?x',
    'example.com#x',
    'example.com\\x',
    'example.com:',
    'example.com:0',
    'example.com:65536',
    'example.com:abc',
    'exa mple.com',
    'a..b',
    '[::1',
    '[::g]',
    '256.256.256.256',
    'a,b',
  ].map(hostRefused),
  refuses('an empty Host is refused', 'GET /hello HTTP/1.1\r\nHost:\r\n\r\n', [400]),
  refuses('HTTP/1.1 without Host is refused', 'GET /hello HTTP/1.1\r\n\r\n', [400]),
  refuses('a second Host is refused', 'GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', [400]),
  {
    name: 'HTTP/1.0 needs no Host',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write('GET /hello HTTP/1.0\r\n\r\n')
        const response = await connection.read()
        assert.equal(response.status, 200)
        assert.equal(response.body, 'hello')
      }),
  },
  ...[
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'gopher'],
    ['X-Forwarded-Port', '666'],
    ['X-Forwarded-Prefix', '/evil'],
    ['Forwarded', 'host=evil.example;proto=https'],
    ['X-Original-URL', '/evil'],
    ['X-Rewrite-URL', '/evil'],
  ].map(([name, value]): Case => ({
    name: `${name} of a stranger changes nothing`,
    run: async (target) => {
      assert.equal(
        (await echo(target, { headers: [[name!, value!]] })).url,
        `${target.origin}/echo`,
      )
    },
  })),
]

function hostRefused(host: string): Case {
  return {
    name: `the host ${host} is refused`,
    run: async (target) => {
      const response = await target.send({ host }).catch(ignoreReset)
      if (response !== null) assert.equal(response.status, 400, response.body)
      await assertServing(target)
    },
  }
}

/** An HTTP/2 library may reset a stream whose `:authority` is none, as RFC 9113 §8.1.1 says. */
function ignoreReset(error: unknown): null {
  if (error instanceof Error && error.message.includes('NGHTTP2_PROTOCOL_ERROR')) return null
  throw error
}

function hostIs(host: string, expected: string): Case {
  return {
    name: `the host ${host} is ${host === expected ? 'taken' : expected}`,
    run: async (target) => {
      const { url } = await echo(target, { host })
      assert.equal(new URL(url).host, expected)
    },
  }
}
