import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  createFetchHandler,
  createRouter,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { Logger, logger, type LoggerOptions } from './index.ts'

type Handler = (context: RequestContext) => Response | Promise<Response>

interface Sent {
  readonly url?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

/** The lines that a request leaves in the log. */
async function linesOf(
  options: LoggerOptions,
  { url = 'https://example.com:8443/books/1?page=2', ...init }: Sent = {},
  handler: Handler = () => new Response('ok'),
): Promise<string[]> {
  const lines: string[] = []
  const router = createRouter({
    middleware: [logger({ log: (line) => lines.push(line), colors: false, ...options })],
    defaultHandler: handler,
  })
  await router.fetch(url, init)
  return lines
}

async function lineOf(format: string, sent?: Sent, handler?: Handler): Promise<string> {
  const lines = await linesOf({ format }, sent, handler)
  expect(lines).toHaveLength(1)
  return lines[0]!
}

describe('logger', () => {
  it('writes date, method, path, status, length and duration by default', async () => {
    const [line] = await linesOf({}, {}, () => {
      return new Response('hello', { status: 201, headers: { 'Content-Length': '5' } })
    })
    expect(line).toMatch(
      /^\[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] GET \/books\/1\?page=2 201 5 \d+ ms$/,
    )
  })

  it('writes to console.log by default', async () => {
    const spy = vi.spyOn(console, 'log').mockImplementation(() => {})
    try {
      const router = createRouter({ middleware: [logger({ format: '%status', colors: false })] })
      await router.fetch('https://example.com/')
      expect(spy.mock.calls).toEqual([['404']])
    } finally {
      spy.mockRestore()
    }
  })

  it('returns the very response of what comes after it', async () => {
    const response = new Response('ok')
    const router = createRouter({
      middleware: [logger({ log: () => {} })],
      defaultHandler: () => response,
    })
    expect(await router.fetch('https://example.com/')).toBe(response)
  })

  it('puts its function on the context, by key and as a property', async () => {
    const lines: string[] = []
    const log = (line: string): void => void lines.push(line)
    const router = createRouter({ middleware: [logger({ log, format: 'done', colors: false })] })
    router.get('/', (context) => {
      context.get(Logger)!('by key')
      context.logger('from the handler')
      return new Response()
    })
    await router.fetch('https://example.com/')
    expect(lines).toEqual(['by key', 'from the handler', 'done'])
  })

  it('keeps other text as it is', async () => {
    expect(await lineOf('100% of "%method": 5%, %')).toBe('100% of "GET": 5%, %')
  })

  it('refuses a format that is not a string, a log that is not a function, and other options', () => {
    expect(() => logger({ format: 1 as never })).toThrow(
      new TypeError('logger() takes a string as format, not 1'),
    )
    expect(() => logger({ log: 'stdout' as never })).toThrow(
      new TypeError('logger() takes a function as log, not "stdout"'),
    )
    expect(() => logger({ colours: true } as never)).toThrow('logger() has no option "colours"')
  })

  it('sends the response if log throws or rejects, and prints the error', async () => {
    let calls = 0
    const failure = new Error('disk full')
    const logs = [
      (): void => {
        calls++
        throw failure
      },
      async () => {
        calls++
        throw failure
      },
    ]
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    try {
      for (const log of logs) {
        const middleware = [logger({ log })]
        const router = createRouter({ middleware, defaultHandler: () => new Response('hello') })
        expect(await (await router.fetch('https://example.com/')).text()).toBe('hello')
      }
      expect(calls).toBe(2)
      expect(print.mock.calls.map(([error]) => (error as Error).cause)).toEqual([failure, failure])
    } finally {
      print.mockRestore()
    }
  })
})

describe('tokens', () => {
  const request: Sent = {
    url: 'https://example.com:8443/books/1?page=2#top',
    method: 'PUT',
    headers: { Referer: 'https://example.com/', 'User-Agent': 'Test/1.0' },
  }
  const response: Handler = () =>
    new Response('{}', {
      status: 202,
      statusText: 'Taken',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '2' },
    })

  for (const [token, expected] of [
    ['contentLength', '2'],
    ['contentType', 'application/json'],
    ['host', 'example.com:8443'],
    ['hostname', 'example.com'],
    ['method', 'PUT'],
    ['path', '/books/1?page=2'],
    ['pathname', '/books/1'],
    ['port', '8443'],
    ['protocol', 'https:'],
    ['query', '?page=2'],
    ['referer', 'https://example.com/'],
    ['search', '?page=2'],
    ['status', '202'],
    ['statusText', 'Taken'],
    ['url', 'https://example.com:8443/books/1?page=2#top'],
    ['userAgent', 'Test/1.0'],
    ['unknown', '-'],
    ['constructor', '-'],
    ['__proto__', '-'],
  ] as const) {
    it(`%${token} is ${expected}`, async () => {
      expect(await lineOf(`<%${token}>`, request, response)).toBe(`<${expected}>`)
    })
  }

  it('have no value of a secret name, wherever the URL has it: MA-3', async () => {
    const url = 'https://example.com/link/welcome?page=2&token=mailed'
    expect(await lineOf('%method %path %status', { url })).toBe(
      'GET /link/welcome?page=2&token=••• 200',
    )
    expect(await lineOf('%url %search %query', { url })).toBe(
      'https://example.com/link/welcome?page=2&token=••• ?page=2&token=••• ?page=2&token=•••',
    )
    const nested = 'https://example.com/login;sid=s1?next=%2Flink%3Ftoken%3Dmailed%26page%3D2'
    expect(await lineOf('%path', { url: nested })).toBe(
      '/login;sid=•••?next=%2Flink%3Ftoken%3D•••%26page%3D2',
    )
    expect(await lineOf('%referer', { headers: { Referer: url } })).toBe(
      'https://example.com/link/welcome?page=2&token=•••',
    )
  })

  it('have no param with a secret name: MA-3', async () => {
    const lines: string[] = []
    const router = createRouter({
      middleware: [logger({ format: '%path', log: (line) => lines.push(line) })],
    })
    router.get('/users/:id/reset/:token', () => new Response('a form'))
    await router.fetch('https://example.com/users/7/reset/mailed?page=2')
    expect(lines).toEqual(['/users/7/reset/•••?page=2'])
  })

  it('have no key in a path whose route is not known: MA-5', async () => {
    const lines: string[] = []
    const log = logger({ format: '%path %status', log: (line) => lines.push(line) })
    const busy = createRouter({ middleware: [log, () => new Response(null, { status: 429 })] })
    const router = createRouter({ middleware: [log] })
    for (const each of [busy, router]) each.get('/reset/:token', () => new Response('a form'))
    const url = 'https://example.com/reset/4eC39HqLyjWDarjtT1zdp7dc'
    await busy.fetch(url)
    await router.fetch(url, { method: 'POST' })
    await router.fetch(`${url}/more?page=2`)
    await router.fetch('https://example.com/reset-of-many-words/0b6f1d6a-7c1e-4d1c')
    expect(lines).toEqual([
      '/reset/••• 429',
      '/reset/••• 405',
      '/reset/•••/more?page=2 404',
      '/reset-of-many-words/0b6f1d6a-7c1e-4d1c 404',
    ])
  })

  for (const token of ['contentLength', 'contentType', 'referer', 'userAgent']) {
    it(`%${token} is - when the header is missing`, async () => {
      expect(await lineOf(`%${token}`, {}, () => new Response(null))).toBe('-')
    })
  }

  it('%dateISO is a time in UTC', async () => {
    const before = Date.now()
    const line = await lineOf('%dateISO')
    expect(line).toBe(new Date(line).toISOString())
    expect(new Date(line).getTime()).toBeGreaterThanOrEqual(before)
  })

  it('%date is the same time as the local clock shows it', async () => {
    const [local, iso] = (await lineOf('%date|%dateISO')).split('|') as [string, string]
    const parts = /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(local)!
    const [, day, month, year, time, zone] = parts
    expect(Date.parse(`${day} ${month} ${year} ${time} ${zone}`)).toBe(
      Math.floor(Date.parse(iso) / 1000) * 1000,
    )
  })

  it('%duration is a whole number of milliseconds', async () => {
    expect(await lineOf('%duration')).toMatch(/^\d+$/)
  })

  it('describe the request as it arrived, whatever middleware changes on the context', async () => {
    const line = await lineOf('%method %url', { method: 'POST' }, (context) => {
      context.method = 'DELETE'
      context.url.pathname = '/elsewhere'
      return new Response()
    })
    expect(line).toBe('POST https://example.com:8443/books/1?page=2')
  })
})

describe('failures', () => {
  it('of the client are logged with the status that the client gets', async () => {
    const lines: string[] = []
    const router = createRouter({
      middleware: [logger({ log: (line) => lines.push(line), colors: false, format: '%status' })],
    })
    router.post('/json', async (context) => Response.json(await context.json()))
    const fetch = createFetchHandler(router)
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(
      new Request('https://example.com/json', { method: 'POST', headers, body: '{' }),
    )
    expect(response.status).toBe(400)
    expect(lines).toEqual(['400'])
  })

  it('are logged with the status ERR and thrown on as they are', async () => {
    const failure = new Error('broken')
    const lines: string[] = []
    const router = createRouter({
      middleware: [
        logger({
          log: (line) => lines.push(line),
          colors: false,
          format: '%method %path %status [%statusText] %contentLength %contentType',
        }),
      ],
      defaultHandler: () => {
        throw failure
      },
    })
    await expect(router.fetch('https://example.com/x')).rejects.toBe(failure)
    expect(lines).toEqual(['GET /x ERR [-] - -'])
  })

  it('are not logged as failures when the client has left: the status is -', async () => {
    const controller = new AbortController()
    const lines: string[] = []
    const router = createRouter({
      middleware: [logger({ log: (line) => lines.push(line), colors: false, format: '%status' })],
      defaultHandler: () => new Promise<Response>(() => {}),
    })
    const response = router.fetch('https://example.com/x', { signal: controller.signal })
    controller.abort('gone')
    await expect(response).rejects.toBe('gone')
    expect(lines).toEqual(['-'])
  })
})

describe('colors', () => {
  const paint = (text: string, code: number | null): string =>
    code === null ? text : `\u001b[${code}m${text}\u001b[39m`
  const red = 31
  const green = 32
  const yellow = 33
  const magenta = 35
  const cyan = 36

  for (const [method, code] of [
    ['GET', green],
    ['HEAD', green],
    ['POST', cyan],
    ['PUT', yellow],
    ['PATCH', yellow],
    ['DELETE', red],
    ['OPTIONS', magenta],
    ['PROPFIND', null],
  ] as const) {
    it(`paints ${method}`, async () => {
      expect(await linesOf({ format: '%method', colors: true }, { method })).toEqual([
        paint(method, code),
      ])
    })
  }

  for (const [status, code] of [
    [200, green],
    [299, green],
    [300, cyan],
    [399, cyan],
    [400, yellow],
    [499, yellow],
    [500, red],
    [599, red],
  ] as const) {
    it(`paints ${status}`, async () => {
      const lines = await linesOf({ format: '%status', colors: true }, {}, () => {
        return new Response(null, { status })
      })
      expect(lines).toEqual([paint(String(status), code)])
    })
  }

  for (const [length, code] of [
    ['1023', null],
    ['1024', cyan],
    ['102399', cyan],
    ['102400', yellow],
    ['1048575', yellow],
    ['1048576', red],
    ['many', null],
    ['1e9', null],
  ] as const) {
    it(`paints a length of ${length}`, async () => {
      const lines = await linesOf({ format: '%contentLength', colors: true }, {}, () => {
        return new Response(null, { headers: { 'Content-Length': length } })
      })
      expect(lines).toEqual([paint(length, code)])
    })
  }

  for (const [duration, code] of [
    [99, green],
    [100, yellow],
    [499, yellow],
    [500, magenta],
    [999, magenta],
    [1000, red],
  ] as const) {
    it(`paints a duration of ${duration} ms`, async () => {
      let now = 5
      const spy = vi.spyOn(performance, 'now').mockImplementation(() => now)
      try {
        const lines = await linesOf({ format: '%duration', colors: true }, {}, () => {
          now += duration
          return new Response()
        })
        expect(lines).toEqual([paint(String(duration), code)])
      } finally {
        spy.mockRestore()
      }
    })
  }

  it('paints a failure', async () => {
    const lines: string[] = []
    const router = createRouter({
      middleware: [logger({ log: (line) => lines.push(line), colors: true, format: '%status' })],
      defaultHandler: () => {
        throw new Error('broken')
      },
    })
    await expect(router.fetch('https://example.com/')).rejects.toThrow('broken')
    expect(lines).toEqual([paint('ERR', red)])
  })

  it('leaves the other tokens alone', async () => {
    expect(await linesOf({ format: '%path %host', colors: true })).toEqual([
      '/books/1?page=2 example.com:8443',
    ])
  })
})

describe('log injection', () => {
  it('strips what would begin a line or speak to the terminal', async () => {
    const headers = { 'User-Agent': 'a\u001b[2Jb\u0007c\u009bd\u007fe\tf', Referer: 'x\u0085y' }
    expect(await lineOf('%userAgent|%referer', { headers })).toBe('a[2Jbcdef|xy')
  })

  it('strips it from what the response says too', async () => {
    const handler: Handler = () =>
      new Response(null, { headers: { 'Content-Type': 'text/\u001bplain' } })
    expect(await lineOf('%contentType', {}, handler)).toBe('text/plain')
  })

  it('never writes a control character that a client sent', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const value = text.replace(/[\0\r\n]|[^\0-\u00ff]/gu, '?')
        const line = await lineOf('%userAgent %referer %url', {
          url: `https://example.com/${encodeURI(value)}`,
          headers: { 'User-Agent': value, Referer: value },
        })
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
      }),
    ))

  it('is prevented also in 64 kB of control characters', async () => {
    const headers = { 'User-Agent': `x${'\u001b'.repeat(65_534)}y`, Referer: '%'.repeat(65_536) }
    expect(await lineOf('%userAgent %referer', { headers })).toBe(`xy ${'%'.repeat(65_536)}`)
  })
})
