import { once } from 'node:events'
import * as http from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const body = JSON.stringify({
  items: Array.from({ length: 30 }, (_, id) => ({ id, name: `item ${id}` })),
})

/** A form with a file, for a route with a contract. */
const form = `--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nDune\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${body}\r\n--x--\r\n`
const formType = 'multipart/form-data; boundary=x'

/** Requests whose clients disconnect at different moments. */
const leaving: readonly ((socket: Socket) => Promise<void>)[] = [
  // Before or in the middle of the headers.
  async () => {},
  async (socket) => write(socket, 'GET /te'),
  async (socket) => write(socket, 'GET /text HTTP/1.1\r\nHost: a\r\nX-Ha'),
  // Before, in the middle of or after the response.
  ...['/text', '/native', '/large', '/large-text', '/stream', '/wait', '/sleep'].map(
    (path) => async (socket: Socket) => {
      write(socket, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      await pause(Math.random() * 20)
    },
  ),
  // With pipelined requests.
  async (socket) => {
    write(socket, 'GET /sleep HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1 + Math.random() * 5))
    await pause(Math.random() * 20)
  },
  // In the middle of a body.
  ...['/echo', '/upload', '/mirror', '/ignore'].flatMap((path) => [
    async (socket: Socket) => {
      write(socket, `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`)
      write(socket, body.slice(0, Math.random() * body.length))
      await pause(Math.random() * 10)
    },
    async (socket: Socket) => {
      write(socket, `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`)
      for (let i = Math.random() * 5; i > 0; i--)
        write(socket, `${body.length.toString(16)}\r\n${body}\r\n`)
      await pause(Math.random() * 10)
      if (Math.random() < 0.5) write(socket, '5\r\nhe')
    },
  ]),
  async (socket) => {
    write(
      socket,
      'POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n',
    )
    await pause(Math.random() * 10)
  },
  // In the middle of a multipart form, and while a contract is checked.
  ...[() => Math.random() * form.length, () => form.length].map(
    (lengthOf) => async (socket: Socket) => {
      write(
        socket,
        `POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: ${formType}\r\nContent-Length: ${form.length}\r\n\r\n`,
      )
      write(socket, form.slice(0, lengthOf()))
      await pause(Math.random() * 10)
    },
  ),
  // After bytes that are not a request.
  async (socket) => write(socket, 'nonsense\r\n\r\n'),
]

/** Sends requests whose clients disconnect at random moments. Resolves when all have disconnected. */
export async function abortMany(port: number, count: number): Promise<void> {
  let left = count
  const work = async () => {
    while (left-- > 0) await abortOne(port)
  }
  await Promise.all(Array.from({ length: 100 }, work))
}

let addresses = 0

async function abortOne(port: number): Promise<void> {
  // One address does not have enough ports for 100,000 connections within a minute.
  const host = process.platform === 'linux' ? `127.0.0.${2 + (addresses++ % 250)}` : '127.0.0.1'
  const socket = connect({ port, host, localAddress: host === '127.0.0.1' ? undefined : host })
  socket.on('error', () => {})
  if (Math.random() < 0.8) socket.resume()
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {})
  await leaving[Math.floor(Math.random() * leaving.length)]!(socket)
  const gone = once(socket, 'close').catch(() => {})
  if (Math.random() < 0.5) socket.resetAndDestroy()
  else socket.destroy()
  await gone
}

function write(socket: Socket, data: string): void {
  if (socket.writable) socket.write(data)
}

/** Sends all kinds of requests, fast and slow, until the time is over. Throws for a wrong response. */
export async function mixedLoad(port: number, milliseconds: number): Promise<number> {
  const end = Date.now() + milliseconds
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 })
  let responses = 0
  const repeat = async (client: () => Promise<void>) => {
    while (Date.now() < end) {
      await client()
      responses++
    }
  }
  const get = (path: string, size: number) => async () => {
    expectSize(await request(agent, port, 'GET', path), size)
  }
  const post = (path: string, size: number) => async () => {
    expectSize(await request(agent, port, 'POST', path, body), size)
  }
  const sendForm = async () => {
    const size = await request(agent, port, 'POST', '/form', form, { 'Content-Type': formType })
    expectSize(size, String(body.length).length)
  }

  try {
    await Promise.all(
      [
        get('/text', 5),
        get('/native', 5),
        get('/large', 1_000_000),
        get('/large-text', 300_000),
        get('/stream', 80_000),
        get('/wait', 6),
        get('/sleep', 5),
        post('/echo', body.length),
        post('/echo', body.length),
        post('/upload', JSON.stringify({ size: body.length }).length),
        post('/mirror', body.length),
        post('/ignore', 7),
        sendForm,
        () => slowReader(port),
        () => slowReader(port),
        () => slowWriter(port),
        () => slowWriter(port),
        () => abortOne(port),
        () => abortOne(port),
      ].map(repeat),
    )
  } finally {
    agent.destroy()
  }

  return responses
}

function expectSize(seen: number, expected: number): void {
  if (seen !== expected) throw new Error(`A response had ${seen} bytes instead of ${expected}`)
}

function request(
  agent: http.Agent,
  port: number,
  method: string,
  path: string,
  payload?: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const req = http.request({ agent, port, host: '127.0.0.1', method, path, headers }, (res) => {
      let size = 0
      res.on('data', (chunk: Buffer) => (size += chunk.length))
      res.on('end', () => resolve(size))
      res.on('error', reject)
    })
    // The server may close an idle connection at the moment in which it is used again.
    req.on('error', (error: NodeJS.ErrnoException) =>
      req.reusedSocket && error.code === 'ECONNRESET'
        ? request(agent, port, method, path, payload, headers).then(resolve, reject)
        : reject(error),
    )
    req.end(payload)
  })
}

/** Reads a large response slowly. */
async function slowReader(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  let size = 0
  for await (const chunk of socket) {
    size += (chunk as Buffer).length
    await pause(5)
  }
  if (size < 1_000_000) throw new Error(`A slow reader got ${size} bytes`)
}

/** Sends a request slowly. */
async function slowWriter(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  const text = `POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  for (let i = 0; i < text.length; i += 50) {
    socket.write(text.slice(i, i + 50))
    await pause(5)
  }
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  if (!received.endsWith(body))
    throw new Error(`A slow writer got ${JSON.stringify(received.slice(0, 100))}`)
}
