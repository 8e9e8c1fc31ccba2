import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'

/** The measurements of one export. */
interface Measured {
  /** Seconds of the whole build, with compressed files. */
  seconds: number
  /** Seconds of CPU time. */
  cpu: number
  /** The most memory of the process that renders the pages, in MB. */
  peak: number
  documents: number
}

const folder = join(import.meta.dirname, '.framework/static-export')
const cli = join(import.meta.dirname, 'node_modules/framework/dist/tools/cli/main.js')

export default async function benchStaticExport({ trial, only }: BenchOptions): Promise<Report> {
  const all = trial ? [10, 20] : [1000, 4000]
  const counts = only === undefined ? all : [Number(only)]
  const found: Record<string, Measured> = {}
  try {
    for (const count of counts) found[count] = await measure(count)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }

  const results = Object.entries(found)
  const [first, last] = [results[0]![1], results.at(-1)![1]]
  const growth = last.peak / first.peak
  const target = found[1000]
  return {
    title: 'Static export',
    about:
      'A site of many pages of one route, each with a loader and a document of about 10 KB, written by `framework build`. ' +
      'The time is that of the whole build with compressed files. The memory is the peak of the process that renders the pages.',
    tables: [
      {
        title: 'Pages of one route',
        columns: ['Pages', 'Build', 'CPU', 'Peak memory'],
        rows: results.map(([count, { seconds, cpu, peak }]) => [
          count,
          `${seconds.toFixed(1)} s`,
          `${cpu.toFixed(1)} s`,
          `${peak.toFixed(0)} MB`,
        ]),
      },
    ],
    budgets: [
      {
        what: '1,000 pages',
        budget: '60 s',
        measured: target ? `${target.seconds.toFixed(1)} s` : 'not measured',
        met: target !== undefined && target.seconds <= 60,
      },
      {
        what: `memory of ${counts.at(-1)} pages, compared with ${counts[0]}`,
        budget: '1.25 times',
        measured: `${growth.toFixed(2)} times`,
        met: growth <= 1.25,
      },
    ],
    data: found,
  }
}

async function measure(count: number): Promise<Measured> {
  rmSync(folder, { recursive: true, force: true })
  for (const [file, content] of Object.entries(filesOf(count))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }

  const started = performance.now()
  const cpuBefore = childrenCpu()
  const child = spawn(process.execPath, [cli, 'build'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid!))
  }, 100)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(timer)
  const seconds = (performance.now() - started) / 1000
  if (code !== 0) throw new Error(`Cannot measure ${count} pages: the build ended with ${code}`)

  const documents = readdirSync(join(folder, 'build/client/books')).filter((file) =>
    file.endsWith('.html'),
  ).length
  if (documents !== count) throw new Error(`Expected ${count} documents, found ${documents}`)
  return { seconds, cpu: childrenCpu() - cpuBefore, peak, documents }
}

/** The CPU time of all processes that have ended, in seconds. It is in `/proc`, so it is 0 outside of Linux. */
function childrenCpu(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}

/** The peak memory of the process that a build has started, in MB. It is in `/proc`, so it is 0 outside of Linux. */
function peakOf(build: number): number {
  try {
    const children = readFileSync(`/proc/${build}/task/${build}/children`, 'utf8')
    const peaks = children
      .split(' ')
      .filter((pid) => pid !== '')
      .map((pid) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return Math.max(0, ...peaks.map((kilobytes) => Number(kilobytes ?? 0) / 1000))
  } catch {
    return 0 // It has ended.
  }
}

function filesOf(count: number): Record<string, string> {
  return {
    'package.json': '{ "name": "static-export", "private": true, "type": "module" }',
    'vite.config.ts': `import { framework } from 'framework/vite'
export default { plugins: [framework({ static: { origin: 'https://example.com' } })] }
`,
    'app/root.tsx': `import { Links, Meta, Outlet, Scripts } from 'framework'
export default function Root() {
  return (
    <html lang="en">
      <head><Meta /><Links /></head>
      <body><Outlet /><Scripts /></body>
    </html>
  )
}
`,
    'app/routes/books.$slug.tsx': `import { Link, useLoaderData, type LoaderArgs, type Prerender } from 'framework'

export const prerender: Prerender<'/books/:slug'> = () =>
  Array.from({ length: ${count} }, (_, i) => ({ slug: String(i) }))

export function loader({ params }: LoaderArgs<'/books/:slug'>) {
  const next = (Number(params.slug) + 1) % ${count}
  return { title: \`Book \${params.slug}\`, next, words: Array.from({ length: 60 }, (_, i) => \`Paragraph \${i} of book \${params.slug}.\`) }
}

export default function Book() {
  const { title, next, words } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>{title}</h1>
      {words.map((text) => <p key={text}>{text} It is like any other paragraph of a page.</p>)}
      <Link to={\`/books/\${next}\`}>Next</Link>
    </main>
  )
}
`,
  }
}
