import { compare, speedRatios, timing, type Cases, type Contestant } from './compare.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

/** The part of a cookie that all contestants have. */
interface SignedCookie {
  serialize(value: unknown): Promise<string>
  parse(header: string | null): Promise<unknown>
}

type CreateCookie = (name: string, options: { secrets: string[] }) => SignedCookie

const libraries: Readonly<Record<string, () => Promise<CreateCookie>>> = {
  framework: async () => (await import('framework/cookie')).createCookie as CreateCookie,
  '@remix-run/node': async () => (await import('@remix-run/node')).createCookie as CreateCookie,
}

const value = { userId: 4_711, roles: ['editor'], cart: ['dune', 'solaris'], seen: 1_731_628_800 }

/** Everything that is timed, for the processes of the contestants. */
export const cases: Cases = {
  signed: Object.fromEntries(
    Object.entries(libraries).map(([name, load]) => [
      name,
      async (): Promise<Contestant> => {
        const createCookie = await load()
        const cookie = createCookie('session', { secrets: ['a secret of more than sixteen bytes'] })
        const other = createCookie('session', { secrets: ['another secret of the same length'] })
        const toHeader = (setCookie: string) => `theme=dark; ${setCookie.split(';')[0]}; lang=en`
        return {
          async check() {
            const header = toHeader(await cookie.serialize(value))
            return [await cookie.parse(header), await other.parse(header), await cookie.parse(null)]
          },
          async run(times) {
            for (let i = 0; i < times; i++) {
              await cookie.parse(toHeader(await cookie.serialize(value)))
            }
          },
        }
      },
    ]),
  ),
}

export default async function benchCookies({ trial }: BenchOptions): Promise<Report> {
  const signed = await compare(import.meta.filename, 'signed', cases['signed']!, timing(trial))
  const [ours, peer] = [signed['framework']!, signed['@remix-run/node']!]
  const ratios = speedRatios(ours.cpu, peer.cpu)

  return {
    title: 'Cookies',
    about:
      'A small object is written as a signed cookie and read back from a header with three cookies. Both return the same object, ' +
      'and nothing for a value that was signed with another secret. Cost is the CPU time of the process.',
    tables: [
      {
        title: 'Serialize and parse, signed',
        columns: ['', 'µs of CPU', 'µs', 'thousand/s', 'we are faster, by CPU', 'by wall'],
        rows: Object.entries(signed).map(([name, { cpu, wall }]) => [
          name,
          spread(
            cpu.map((cost) => cost / 1e3),
            1,
          ),
          spread(
            wall.map((cost) => cost / 1e3),
            1,
          ),
          (1e6 / median(wall)).toFixed(1),
          spread(speedRatios(ours.cpu, cpu)),
          spread(speedRatios(ours.wall, wall)),
        ]),
      },
    ],
    budgets: [
      {
        what: 'signed cookie, serialize and parse',
        budget: '≥ 2 × Remix 2',
        measured: spread(ratios),
        met: median(ratios) >= 2,
      },
    ],
    data: signed,
  }
}
