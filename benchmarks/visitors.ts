import { connect, type Socket } from 'node:net'
import { ask, startServers, type RunningServer } from './load.ts'
import { buildApps, pageApps } from './page-servers.ts'
import type { Budget, Report } from './report.ts'
import type { BenchOptions } from './run.ts'

/** The memory of a server in bytes, after a garbage collection. */
interface Memory {
  /** After its first page, with no visitor. */
  idle: number
  /** What one more visitor needs, who has loaded the page and has an open connection. */
  visitor: number
}

export default async function benchVisitors({ trial }: BenchOptions): Promise<Report> {
  const count = trial ? 100 : 10_000
  const names = Object.keys(pageApps).filter((name) => !name.startsWith('React'))
  await buildApps(names)
  const running = await startServers('page-servers.ts', names)
  const found: Record<string, Memory> = {}
  try {
    // One after the other: the connections of all would be more than many systems allow a process to open.
    for (const server of running) found[server.name] = await measure(server, count)
  } finally {
    for (const server of running) server.stop()
  }

  return {
    title: 'Memory of idle servers',
    about:
      `The server of the page with 50 links and a form. Idle is the resident memory after one page. Then ${count.toLocaleString('en')} ` +
      'visitors load the page, 20 at a time, and keep their connections open. Memory is measured after a garbage collection. ' +
      'It hardly depends on how busy the machine is.',
    tables: [
      {
        title: 'Resident memory',
        columns: ['', 'idle, MB', 'KB for each visitor'],
        rows: Object.entries(found).map(([name, { idle, visitor }]) => [
          name,
          (idle / 1e6).toFixed(0),
          (visitor / 1e3).toFixed(1),
        ]),
      },
    ],
    budgets: [
      toBudget('memory of an idle server', found, ({ idle }) => idle / 1e6, 'MB'),
      toBudget('memory of an open connection', found, ({ visitor }) => visitor / 1e3, 'KB'),
    ],
    data: { count, found },
  }
}

async function measure(server: RunningServer, count: number): Promise<Memory> {
  const { port, memory } = server
  await ask(port, { path: '/', type: 'text/html' })
  const idle = (await memory()).rss
  // The code of a page is compiled, and the heap has grown, before visitors are counted.
  const first = await visit(port, count)
  for (const socket of first) socket.destroy()
  const before = (await memory()).rss
  const visitors = await visit(port, count)
  const after = (await memory()).rss
  const open = visitors.filter((socket) => !socket.destroyed && !socket.readableEnded).length
  for (const socket of visitors) socket.destroy()
  if (open < count) throw new Error(`${server.name} has closed ${count - open} connections`)

  return { idle, visitor: Math.max(0, after - before) / count }
}

/** Loads the page with `count` connections, 20 at a time, and leaves them open. */
async function visit(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  try {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        while (sockets.length < count) {
          const socket = connect(port, '127.0.0.1')
          sockets.push(socket)
          await load(socket)
        }
      }),
    )
  } catch (error) {
    // Otherwise the benchmarks after this one could open no files.
    for (const socket of sockets) socket.destroy()
    throw error
  }
  return sockets
}

/** Requests the page, and waits for the end of its document. */
function load(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let end = ''
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      end = (end + chunk.toString('latin1')).slice(-200)
      if (end.includes('</html>')) resolve()
    })
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n')
  })
}

function toBudget(
  what: string,
  found: Readonly<Record<string, Memory>>,
  read: (memory: Memory) => number,
  unit: string,
): Budget {
  const figures = Object.entries(found).map(([name, memory]) => ({ name, value: read(memory) }))
  const own = figures.find(({ name }) => name === 'framework')!
  const others = figures.filter((figure) => figure !== own)

  return {
    what,
    budget: `≤ the least of ${others.map(({ name, value }) => `${name} (${value.toFixed(1)})`).join(', ')}`,
    measured: `${own.value.toFixed(1)} ${unit}`,
    met: others.every(({ value }) => own.value <= value),
  }
}
