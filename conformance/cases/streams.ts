import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import {
  responds,
  assertServing,
  bytesOf,
  newId,
  waitForLog,
  withConnection,
  type Case,
} from '../case.ts'
import { headerOf } from '../raw-connection.ts'
import { toChunk, type Outgoing } from '../target.ts'

export const streams: readonly Case[] = [
  responds('a stream leaves', { path: '/stream?n=5' }, 200, '0;1;2;3;4;'),
  responds(
    'a stream of 1,000 pieces leaves',
    { path: '/stream?n=1000' },
    200,
    Array.from({ length: 1000 }, (_, i) => `${i};`).join(''),
  ),
  responds(
    'a stream of four megabytes leaves',
    { path: '/big-stream?n=64' },
    200,
    'z'.repeat(64 * 65_536),
  ),
  responds('an empty stream leaves', { path: '/empty-stream' }, 200, ''),
  responds('empty pieces do not end a stream', { path: '/empty-chunks' }, 200, 'ab'),
  responds('a transformed stream leaves', { path: '/transformed' }, 200, 'ab'),
  responds('a teed stream leaves', { path: '/teed' }, 200, 'tee'),
  responds('a slow stream leaves whole', { path: '/slow-stream' }, 200, 'one;two;three;'),
  responds('a stream with its true length leaves', { path: '/length?n=10' }, 200, '1234567890'),
  {
    name: 'a stream with its true length keeps it',
    run: async (target) => {
      assert.equal(headerOf(await target.send({ path: '/length?n=10' }), 'content-length'), '10')
    },
  },
  {
    name: 'the pieces of a slow stream arrive one by one',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytesOf(target, { path: '/slow-stream' }))
        await connection.readHead()
        const first = await connection.readSome(4)
        assert.match(first, /one;/)
        assert.doesNotMatch(first, /three;/)
      }),
  },
  {
    name: 'headers arrive before the first piece of a slow stream',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytesOf(target, { path: '/forever?id=first' }))
        assert.equal((await connection.readHead()).status, 200)
      }),
  },
  responds(
    'a body can be streamed back',
    { method: 'POST', path: '/echo-stream', body: 'there and back' },
    200,
    'there and back',
  ),
  responds(
    'a chunked body can be streamed back',
    { method: 'POST', path: '/echo-stream', chunks: ['there ', 'and ', 'back'] },
    200,
    'there and back',
  ),
  responds(
    'half a megabyte can be streamed back',
    { method: 'POST', path: '/echo-stream', body: 'm'.repeat(500_000) },
    200,
    'm'.repeat(500_000),
  ),
  {
    name: 'a body is streamed back while it is being sent',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          'POST /echo-stream HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
        )
        connection.write(toChunk('first;'))
        assert.equal((await connection.readHead()).status, 200)
        assert.match(await connection.readSome(6), /first;/)
        connection.write(toChunk('second;'))
        assert.match(await connection.readSome(7), /second;/)
        connection.write(toChunk(''))
        assert.match(await connection.readSome(5), /0\r\n\r\n$/)
      }),
  },
  {
    name: 'a stream waits for a client that does not read',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.socket.pause()
        connection.write(bytesOf(target, { path: '/big-stream?n=256' }))
        await pause(200)
        connection.socket.resume()
        assert.equal((await connection.read()).body.length, 256 * 65_536)
      }),
  },
  {
    name: 'a stream that fails later is cut off',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytesOf(target, { path: '/stream-fails-later' }))
        await assert.rejects(connection.read(), /closed the connection/)
        await assertServing(target)
      }),
  },
  {
    name: 'a stream shorter than its length is cut off',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytesOf(target, { path: '/length?n=11' }))
        await assert.rejects(connection.read(), /closed the connection/)
        await assertServing(target)
      }),
  },
  {
    name: 'a stream longer than its length does not spill into the next response',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          bytesOf(target, { path: '/length?n=4' }) + bytesOf(target, { path: '/hello' }),
        )
        const everything = connection.readToEnd()
        const text = await Promise.race([everything, pause(300).then(() => '')])
        const received = text === '' ? await connection.readSome(0) : text
        assert.doesNotMatch(received, /567/)
        await assertServing(target)
      }),
  },
]

export const aborts: readonly Case[] = [
  {
    name: 'the signal of a request that is served does not abort',
    run: async (target) => {
      assert.equal((await target.send({ path: '/abort-state' })).body, '[false]')
    },
  },
  {
    name: 'the signal of a request with a body that is served does not abort',
    run: async (target) => {
      const response = await target.send({ method: 'POST', path: '/abort-state', body: 'x' })
      assert.equal(response.body, '[false]')
    },
  },
  leaving(
    'the signal aborts when the client leaves',
    '/wait',
    /started.*aborted AbortError/,
    'destroy',
  ),
  leaving(
    'the signal aborts when the client resets the connection',
    '/wait',
    /started.*aborted AbortError/,
    'reset',
  ),
  leaving(
    'the source of a stream is cancelled when the client leaves',
    '/forever',
    /started.*cancelled/,
    'destroy',
  ),
  leaving(
    'the source of a stream is cancelled when the client resets the connection',
    '/forever',
    /started.*cancelled/,
    'reset',
  ),
  readingFails(
    'reading a body fails when the client leaves in the middle of it',
    { body: 'some' },
    'destroy',
  ),
  readingFails(
    'reading a body fails when the client resets in the middle of it',
    { body: 'some' },
    'reset',
  ),
  readingFails(
    'reading a chunked body fails when the client leaves in the middle of it',
    { chunks: ['some'] },
    'destroy',
  ),
  readingFails(
    'reading a chunked body fails when the client resets in the middle of it',
    { chunks: ['some'] },
    'reset',
  ),
  {
    name: 'a client that leaves in the middle of its headers does no harm',
    http1: true,
    run: async (target) => {
      const connection = await target.connect()
      connection.write('GET /hello HTTP/1.1\r\nHost: a\r\nX-Ha')
      await pause(20)
      connection.destroy()
      await assertServing(target)
    },
  },
  {
    name: 'a client that connects and says nothing does no harm',
    http1: true,
    run: async (target) => {
      const connection = await target.connect()
      connection.destroy()
      await assertServing(target)
    },
  },
  {
    name: 'a client that leaves in the middle of a large response does no harm',
    http1: true,
    run: async (target) => {
      const connection = await target.connect()
      connection.write(bytesOf(target, { path: '/bytes?n=5000000' }))
      await connection.readHead()
      connection.reset()
      await assertServing(target)
    },
  },
  {
    name: 'a client that leaves while the app works does no harm',
    run: async (target) => {
      const request = await target.begin({ path: '/slow?n=50' })
      await pause(10)
      request.leave('reset')
      await pause(80)
      await assertServing(target)
    },
  },
]

function leaving(name: string, path: string, log: RegExp, how: 'destroy' | 'reset'): Case {
  return {
    name,
    run: async (target) => {
      const id = newId()
      const request = await target.begin({ path: `${path}?id=${id}` })
      await waitForLog(target, id, /started/)
      await pause(30)
      request.leave(how)
      await waitForLog(target, id, log)
      await assertServing(target)
    },
  }
}

function readingFails(name: string, body: Outgoing, how: 'destroy' | 'reset'): Case {
  return {
    name,
    run: async (target) => {
      const id = newId()
      const path = `/read-until-abort?id=${id}`
      const request = await target.begin({ method: 'POST', path, ...body }, true)
      await waitForLog(target, id, /started/)
      await pause(30)
      request.leave(how)
      await waitForLog(target, id, /failed/)
      await assertServing(target)
    },
  }
}

export const errors: readonly Case[] = [
  fails('a handler that throws', '/throw'),
  fails('a handler that throws later', '/throw-later'),
  fails('a handler that throws text', '/throw-string'),
  fails('a handler that throws undefined', '/throw-undefined'),
  fails('a handler that returns nothing', '/no-response'),
  fails('a response that was already read', '/used'),
  fails('Response.error()', '/error-response'),
  fails('a stream that fails before its first piece', '/stream-fails-first'),
  fails('a stream of text instead of bytes', '/stream-of-text'),
]

function fails(what: string, path: string): Case {
  return {
    name: `${what} gets a 500 without details`,
    run: async (target) => {
      const response = await target.send({ path })
      assert.equal(response.status, 500)
      assert.doesNotMatch(response.body, /secret|Error:|at /)
      await assertServing(target)
    },
  }
}

export const connections: readonly Case[] = [
  {
    name: 'three requests use one connection',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        for (const path of ['/hello', '/json', '/hello']) {
          connection.write(bytesOf(target, { path }))
          assert.equal((await connection.read()).status, 200)
        }
      }),
  },
  {
    name: 'a request after a streamed response uses the same connection',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytesOf(target, { path: '/slow-stream' }))
        assert.equal((await connection.read()).body, 'one;two;three;')
        connection.write(bytesOf(target, { path: '/hello' }))
        assert.equal((await connection.read()).body, 'hello')
      }),
  },
  {
    name: 'a request after an empty response uses the same connection',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        for (const path of ['/status?n=204', '/status?n=304', '/null', '/empty-stream']) {
          connection.write(bytesOf(target, { path }))
          await connection.read()
        }
        connection.write(bytesOf(target, { path: '/hello' }))
        assert.equal((await connection.read()).body, 'hello')
      }),
  },
  ...[
    ['an unread body', '/ignore-body', 401],
    ['a body that was cancelled', '/cancel-body', 200],
    ['a body that was read only up to its first piece', '/first-chunk', 200],
  ].map(([what, path, status]): Case => ({
    name: `the next request is seen after ${what}`,
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          bytesOf(target, {
            method: 'POST',
            path: String(path),
            body: 'GET /evil HTTP/1.1\r\n\r\n'.repeat(4_000),
          }),
        )
        assert.equal((await connection.read()).status, status)
        connection.write(bytesOf(target, { path: '/hello' }))
        assert.equal((await connection.read()).body, 'hello')
      }),
  })),
  {
    name: 'Connection: close is honoured',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytesOf(target, { path: '/hello', headers: [['Connection', 'close']] }))
        const response = await connection.read()
        assert.equal(headerOf(response, 'connection')?.toLowerCase(), 'close')
        assert.equal(await connection.readToEnd(), '')
      }),
  },
  {
    name: 'HTTP/1.0 ends with the connection',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write('GET /stream?n=3 HTTP/1.0\r\nHost: a\r\n\r\n')
        const everything = await connection.readToEnd()
        assert.match(everything, /\r\n\r\n0;1;2;$/)
      }),
  },
  {
    name: 'two requests in one packet get two responses in order',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytesOf(target, { path: '/hello' }) + bytesOf(target, { path: '/json' }))
        assert.equal((await connection.read()).body, 'hello')
        assert.equal((await connection.read()).body, '{"ok":true}')
      }),
  },
  {
    name: 'a quick request behind a slow one waits for it',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          bytesOf(target, { path: '/slow?n=60&id=a' }) +
            bytesOf(target, { path: '/slow?n=1&id=b' }),
        )
        assert.equal((await connection.read()).body, 'slept a')
        assert.equal((await connection.read()).body, 'slept b')
      }),
  },
  {
    name: 'ten requests in one packet get ten responses in order',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        for (let i = 0; i < 10; i++)
          connection.write(bytesOf(target, { path: `/slow?n=${10 - i}&id=${i}` }))
        for (let i = 0; i < 10; i++) assert.equal((await connection.read()).body, `slept ${i}`)
      }),
  },
  {
    name: 'a request with a body in front of another in one packet is read to its end',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          bytesOf(target, { method: 'POST', path: '/echo', body: 'one' }) +
            bytesOf(target, { method: 'POST', path: '/echo', chunks: ['two'] }) +
            bytesOf(target, { path: '/hello' }),
        )
        assert.match((await connection.read()).body, /"body":"one"/)
        assert.match((await connection.read()).body, /"body":"two"/)
        assert.equal((await connection.read()).body, 'hello')
      }),
  },
  {
    name: 'the client may close its side after pipelined requests that get their responses at once',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytesOf(target, { path: '/hello', headers: [['Connection', 'close']] }))
        assert.equal((await connection.read()).body, 'hello')
        connection.socket.end()
        assert.equal(await connection.readToEnd(), '')
      }),
  },
  {
    name: 'an unhandled upgrade is not accepted',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          bytesOf(target, {
            path: '/hello',
            headers: [
              ['Connection', 'Upgrade'],
              ['Upgrade', 'websocket'],
              ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
              ['Sec-WebSocket-Version', '13'],
            ],
          }),
        )
        assert.notEqual((await connection.readHead()).status, 101)
        await assertServing(target)
      }),
  },
  {
    name: 'an upgrade to h2c is ignored',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(
          bytesOf(target, {
            path: '/hello',
            headers: [
              ['Connection', 'Upgrade, HTTP2-Settings'],
              ['Upgrade', 'h2c'],
              ['HTTP2-Settings', 'AAMAAABkAAQAAP__'],
            ],
          }),
        )
        assert.equal((await connection.read()).body, 'hello')
      }),
  },
  {
    name: 'empty lines before a request are skipped',
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(`\r\n\r\n${bytesOf(target, { path: '/hello' })}`)
        assert.equal((await connection.read()).body, 'hello')
      }),
  },
  {
    name: 'fifty connections at once are all served',
    run: async (target) => {
      const all = await Promise.all(
        Array.from({ length: 50 }, (_, i) => target.send({ path: `/slow?n=20&id=${i}` })),
      )
      assert.deepEqual(
        all.map(({ body }) => body),
        Array.from({ length: 50 }, (_, i) => `slept ${i}`),
      )
    },
  },
]
