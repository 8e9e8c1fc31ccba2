import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateApp } from '../src/router/fetch-router/generated-app.fixture.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median } from './statistics.ts'

/** The same app in several frameworks: routes with two params, actions that read them and, if supported, URLs. */
const apps: Readonly<Record<string, (count: number) => string>> = {
  'framework: route map, controllers, hrefs': (count) => generateApp(count),

  'hono: routes': (count) => `import { Hono } from 'hono'

export const app = new Hono()
${lines(count, (group, i) => `app.get('/${group}/:owner/action${i}/:item', (c) => c.text(c.req.param('owner') + c.req.param('item')))`)}
`,

  'hono: routes chained, client and its URLs': (count) => `import { Hono } from 'hono'
import { hc } from 'hono/client'

export const app = new Hono()
${lines(count, (group, i) => `  .get('/${group}/:owner/action${i}/:item', (c) => c.text(c.req.param('owner') + c.req.param('item')))`)}
export const client = hc<typeof app>('http://localhost')
export const hrefs: URL[] = [
${lines(count, (group, i) => `  client.${group}[':owner'].action${i}[':item'].$url({ param: { owner: 'ada', item: '${i}' } }),`)}
]
`,

  '@remix-run/fetch-router: route map, controllers, hrefs': (count) =>
    generateApp(count)
      .replace(`'framework/fetch-router'`, `'@remix-run/fetch-router'`)
      .replace(`'framework/routes'`, `'@remix-run/fetch-router/routes'`),
}

interface Figures {
  instantiations: number
  seconds: number
  memory: number
}

export default async function benchTypes({ trial }: BenchOptions): Promise<Report> {
  const counts = trial ? [0, 100] : [0, 100, 300, 1_000]
  const found: Record<string, Record<number, Figures[]>> = {}
  for (const count of counts) {
    for (const [name, generate] of Object.entries(apps)) {
      ;(found[name] ??= {})[count] = [check(generate(count), name)]
    }
  }

  const largest = counts.at(-1)!
  const ours = over(Object.values(found)[0]!, largest)
  const growth = ours / over(Object.values(found)[0]!, 100)
  return {
    title: 'Types',
    about:
      'Generated apps, checked with `tsc --noEmit --extendedDiagnostics --singleThreaded` against the published declarations. ' +
      'Instantiations are those in addition to an app without routes. They are the same in every run. Seconds are the check time.',
    tables: counts.slice(1).map((count) => ({
      title: `${count.toLocaleString('en')} routes with two params each`,
      columns: [
        '',
        'instantiations',
        'per route',
        'in all',
        'check, s',
        'memory, MB',
        'times ours',
      ],
      rows: Object.entries(found).map(([name, byCount]) => [
        name,
        over(byCount, count).toLocaleString('en'),
        (over(byCount, count) / count).toFixed(0),
        byCount[count]![0]!.instantiations.toLocaleString('en'),
        median(byCount[count]!.map((one) => one.seconds)).toFixed(2),
        median(byCount[count]!.map((one) => one.memory)).toFixed(0),
        (over(byCount, count) / over(Object.values(found)[0]!, count)).toFixed(1),
      ]),
    })),
    budgets: [
      {
        what: `${largest.toLocaleString('en')} routes: map, controllers, hrefs`,
        budget: '≤ 300,000 instantiations (aim: 150,000)',
        measured: ours.toLocaleString('en'),
        met: ours <= 300_000,
      },
      {
        what: `from 100 to ${largest.toLocaleString('en')} routes`,
        budget: 'linear',
        measured: `${growth.toFixed(2)} times for ${largest / 100} times the routes`,
        met: growth <= (largest / 100) * 1.05,
      },
    ],
    data: found,
  }
}

/** Returns the instantiations for `count` routes, without those of an app without routes. */
function over(byCount: Record<number, Figures[]>, count: number): number {
  return byCount[count]![0]!.instantiations - byCount[0]![0]!.instantiations
}

function check(source: string, name: string): Figures {
  const folder = mkdtempSync(join(import.meta.dirname, '.types-'))
  try {
    writeFileSync(join(folder, 'app.ts'), source)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2024',
          module: 'nodenext',
          lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
          strict: true,
          skipLibCheck: true,
          types: [],
        },
        files: ['app.ts'],
      }),
    )
    const { stdout, status } = spawnSync(
      join(import.meta.dirname, '../node_modules/.bin/tsc'),
      ['-p', folder, '--noEmit', '--extendedDiagnostics', '--singleThreaded'],
      { encoding: 'utf8', maxBuffer: 2 ** 26 },
    )
    if (status !== 0) throw new Error(`${name} has errors:\n${stdout.slice(0, 2_000)}`)

    const read = (label: string) =>
      Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(stdout)![1])
    return {
      instantiations: read('Instantiations'),
      seconds: read('Check time'),
      memory: read('Memory used') / 1024,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function lines(count: number, write: (group: string, i: number) => string): string {
  return Array.from({ length: count }, (_, i) => write(`group${Math.floor(i / 20)}`, i % 20)).join(
    '\n',
  )
}
