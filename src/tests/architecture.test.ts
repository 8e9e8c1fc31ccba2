import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectedExports, heightOf, listFolders, nameOf, storeys } from './storeys.fixture.ts'

const src = join(import.meta.dirname, '..')

/** Tools for developers, and the folder that enters each. They enter other folders by their doors. */
const tools: Readonly<Record<string, string>> = {
  panel: 'vite',
  prove: 'cli',
  compare: 'cli',
}

/** Folders whose code may import `node:` modules statically. */
const nodeFolders = [
  'node',
  'static-middleware',
  'server',
  'panel',
  'vite',
  'testing',
  'compare',
  'prove',
  'cli',
]

interface Import {
  readonly file: string
  readonly specifier: string
  readonly isType: boolean
}

const imports = listFiles(src).flatMap(readImports)

describe('the architecture', () => {
  it('has the storeys of its README, and nothing beside them', () => {
    const names = readdirSync(src).filter(
      (name) => !['README.md', 'index.ts', 'tests'].includes(name),
    )
    expect(names.sort()).toEqual(storeys.map(({ name }) => name).sort())
  })

  it('has only folders that a layer names', () => {
    expect(listFolders().filter(({ path }) => heightOf(path) === Infinity)).toEqual([])
  })

  it('imports only from lower storeys, and from lower layers of the same storey', () => {
    const upward = relativeImports().filter(
      ({ file, from, to, target }) =>
        from !== to && from !== 'index.ts' && heightOf(target) >= heightOf(relative(src, file)),
    )
    expect(upward.map(describeImport)).toEqual([])
  })

  it('enters the entry point `framework` from no other file, and that enters no tool', () => {
    const strays = relativeImports().filter(
      ({ from, target }) =>
        target === 'index.ts' ||
        (from === 'index.ts' && /^(?:tools|pages\/(?:server|stand-in))\//.test(target)),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  it('keeps in internal what at least two storeys need, or two middleware, which cannot share', () => {
    const users = Map.groupBy(relativeImports(), ({ target }) => target)
    const files = listFiles(join(src, 'internal')).map((file) => relative(src, file))
    const strays = files.filter((path) => {
      const places = new Set(users.get(path)?.map(({ file }) => placeOf(relative(src, file))))
      return places.size < 2 && !places.has('internal')
    })
    expect(strays).toEqual([])
    expect(files.length).toBeLessThanOrEqual(40)
  })

  it('enters another folder by a published file or its shared.ts', () => {
    const published = new Set(
      Object.values(expectedExports()).flatMap((entry) =>
        typeof entry === 'object'
          ? [(entry as Record<string, string>)['framework-source']!.replace('./src/', '')]
          : [],
      ),
    )
    const sideDoors = relativeImports().filter(
      ({ from, to, target }) =>
        from !== to &&
        to !== 'internal' &&
        (to !== 'page-protocol' || Object.hasOwn(tools, from)) &&
        !published.has(target) &&
        !target.endsWith('/shared.ts'),
    )
    expect(sideDoors.map(describeImport)).toEqual([])
  })

  it('enters a tool for developers from one folder', () => {
    const users = relativeImports().filter(
      ({ from, to }) => Object.hasOwn(tools, to) && from !== to && from !== tools[to],
    )
    expect(users.map(describeImport)).toEqual([])
  })

  it('has no import cycles, types included', () => {
    expect(findCycles()).toEqual([])
  })

  it('serves pages without the client router, and needs react only to render them', () => {
    const ofServer = relativeImports().filter(({ from }) => from === 'server')
    expect(ofServer.filter(({ to }) => to === 'client-router').map(describeImport)).toEqual([])
    expect(
      ofServer.filter(({ to, isType }) => to === 'react' && !isType).map(describeImport),
    ).toEqual(['pages/server/show-page.ts → pages/react/shared.ts'])
  })

  it('imports node: modules only where the folder may', () => {
    const strays = imports.filter(
      ({ file, specifier, isType }) =>
        specifier.startsWith('node:') && !isType && !nodeFolders.includes(folderOf(file)),
    )
    expect(strays.map(({ file, specifier }) => `${relative(src, file)} → ${specifier}`)).toEqual([])
  })

  it('reaches the test kit from nowhere but the tools and the commands', () => {
    const users = relativeImports().filter(({ from, to }) => to === 'testing' && from !== to)
    const strays = users.filter(({ from }) => from !== 'cli' && !Object.hasOwn(tools, from))
    expect(strays.map(describeImport)).toEqual([])
  })

  it('renders routes in tests without Node and without Vite', () => {
    const ofReact = imports.filter(({ file }) =>
      relative(src, file).startsWith('tools/testing/react/'),
    )
    const strays = ofReact.filter(
      ({ specifier }) => /^node:|^vite/.test(specifier) || specifier.includes('/vite/'),
    )
    expect(strays).toEqual([])
    expect(ofReact.filter(({ specifier }) => /^\.\.\/[^.]/.test(specifier))).toEqual([])
  })

  it('has no dependency but optional ones, and those only where they belong', () => {
    const allowed: Record<string, readonly string[]> = {
      react: ['compat', 'react', 'server', 'testing', 'index.ts'],
      'react-dom': ['react', 'server'],
      vite: ['panel', 'vite', 'testing', 'cli'],
      // By its name, so that Node and Vite load the same copy as an app does.
      framework: ['stand-in'],
      parse5: ['testing'],
      rolldown: ['vite'],
      '@modelcontextprotocol/server': ['panel'],
      '@opentelemetry/api': ['opentelemetry'],
      'openid-client': ['oidc'],
      '@vitejs/plugin-react': ['vite'],
    }
    const strays = imports.filter(({ file, specifier }) => {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) return false
      const name = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')
      return !allowed[name]?.includes(folderOf(file))
    })
    expect(strays.map(({ file, specifier }) => `${relative(src, file)} → ${specifier}`)).toEqual([])
  })

  it('makes no code at run time, which Workers forbid and attackers look for', () => {
    expect(filesWith(/\beval\(|\bFunction\(|\b(?:setTimeout|setInterval)\(\s*['"`]/)).toEqual([])
  })

  it('has no subclass of String, which makes V8 add strings more slowly in the whole process', () => {
    expect(filesWith(/\bclass \w+ extends String\b/)).toEqual([])
  })

  it('copies requests in one place, so that a copy never loses what is known of its original', () => {
    expect(filesWith(/\bnew Request\(/).sort()).toEqual([
      'edges/node/node-incoming.ts', // For a message on a socket.
      'internal/exchange/anonymous-run.ts', // For a run that no visitor has asked for.
      'internal/exchange/copy-request.ts', // For `copyRequest()`.
      'internal/exchange/request-body.ts', // For a body with a limit.
      'pages/server/carry-page.ts', // For the page that follows a mutation.
      'router/fetch-router/router.ts', // For what was given to `router.fetch()`.
      'tools/prove/attack.ts', // For attacks of `framework prove`.
      'tools/testing/create-test-app.ts', // For what was given to `app.fetch()`.
      'tools/testing/send.ts', // For a visitor, and for one handler.
    ])
  })

  it('finds other copies of itself only by keys that are listed with a reason', () => {
    expect(filesWith(/Symbol\.for\('framework\./)).toEqual(['internal/process/global-keys.ts'])
  })

  it('leaves alone what a header named __proto__ breaks in Node', () => {
    expect(filesWith(/\b(?:headers|trailers)Distinct\b/)).toEqual([])
  })

  it('asks for NODE_ENV only to warn, in the browser’s half and in the tools: it decides no check', () => {
    const folders = filesWith(/\bNODE_ENV\b/).map(nameOf)
    expect(Array.from(new Set(folders)).sort()).toEqual([
      'cli',
      'prove',
      'react',
      'session',
      'vite',
    ])
  })

  it('says what a rule is before it cites its id: a comment is never only an id of docs/behaviour.md', () => {
    expect(listFiles(src).flatMap(findBareIds)).toEqual([])
  })

  it('is entered by the package migrate/ through doors, and enters it from nowhere', () => {
    const folder = join(src, '../migrate')
    const strays = listFiles(folder)
      .flatMap(readImports)
      .map(({ file, specifier }) => relative(src, resolve(dirname(file), specifier)))
      .filter((target) => !target.startsWith('..') && !target.endsWith('/shared.ts'))
      .filter((target) => !target.startsWith('internal/'))
    expect(strays).toEqual([])
    expect(imports.filter(({ specifier }) => /^[./]+\/migrate\//.test(specifier))).toEqual([])
  })

  it('exports one entry per folder: run `node scripts/exports.ts`', () => {
    const manifest = JSON.parse(readFileSync(join(src, '../package.json'), 'utf8')) as {
      exports: unknown
    }
    expect(manifest.exports).toEqual(expectedExports())
  })

  it('gives every entry point a README', () => {
    const without = listFolders().filter(
      ({ path }) => !readdirSync(join(src, path)).includes('README.md'),
    )
    expect(without.map(({ name }) => name)).toEqual([])
  })
})

function filesWith(pattern: RegExp): string[] {
  return listFiles(src)
    .filter((file) => pattern.test(readSource(file)))
    .map((file) => relative(src, file))
}

/** Finds comments such as `// OT-3, OT-6.`, which say nothing to a reader who does not know the table. */
function findBareIds(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const comments = source.matchAll(/\/\*\*?([\s\S]*?)\*\/|((?:(?<=^|\s)\/\/[^\n]*\n\s*)+)/gm)
  return Array.from(comments, ([comment, block, line]) => ({ comment, text: block ?? line ?? '' }))
    .filter(({ text }) => /\b[A-Z]{2,3}-\d+\b/.test(text))
    .filter(({ text }) => {
      const rest = text.replaceAll(/\b[A-Z]{2,3}-\d+\b|\b(?:and|to|see)\b|[^A-Za-z\s]/g, ' ')
      return rest.split(/\s+/).filter(Boolean).length < 3
    })
    .map(({ comment }) => `${relative(src, file)}: ${comment}`)
}

interface RelativeImport {
  readonly file: string
  readonly target: string
  readonly from: string
  readonly to: string
  readonly isType: boolean
}

function relativeImports(): RelativeImport[] {
  return imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ file, specifier, isType }) => {
      const target = relative(src, resolve(dirname(file), specifier))
      return { file, target, from: folderOf(file), to: nameOf(target), isType }
    })
}

/** The groups of files that import each other, as paths below `src`. */
function findCycles(): string[][] {
  const targets = Map.groupBy(relativeImports(), ({ file }) => relative(src, file))
  const reachable = new Map<string, Set<string>>()
  for (const file of targets.keys()) {
    const seen = new Set<string>()
    const waiting = [file]
    while (waiting.length > 0) {
      for (const { target } of targets.get(waiting.pop()!) ?? []) {
        if (!seen.has(target)) waiting.push(target)
        seen.add(target)
      }
    }
    reachable.set(file, seen)
  }

  const cycles = new Map<string, string[]>()
  for (const [file, seen] of reachable) {
    if (!seen.has(file)) continue
    const cycle = [...seen].filter((other) => reachable.get(other)?.has(file)).sort()
    cycles.set(cycle.join(), cycle)
  }
  return Array.from(cycles.values())
}

function describeImport({ file, target }: { file: string; target: string }): string {
  return `${relative(src, file)} → ${target}`
}

function folderOf(file: string): string {
  return nameOf(relative(src, file))
}

/** The storey of a file. A middleware counts as one, because it may not import another. */
function placeOf(path: string): string {
  return path.startsWith('middleware/') ? nameOf(path) : path.split('/')[0]!
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.(test|test-d|fixture)\.tsx?$/.test(file) && !/\/fixtures\//.test(file))
}

function readImports(file: string): Import[] {
  const source = readSource(file)
  const statement = /^\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\s+from\s+)?'([^']+)'/gm
  const dynamic = /\bimport\(\s*'([^']+)'\s*\)/g
  return [
    ...[...source.matchAll(statement)].map((match) => ({
      file,
      specifier: match[2]!,
      isType: match[1] !== undefined,
    })),
    ...[...source.matchAll(dynamic)].map((match) => ({
      file,
      specifier: match[1]!,
      isType: false,
    })),
  ]
}

function readSource(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
