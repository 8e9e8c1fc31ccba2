import { existsSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { findContextKeys, typeContextReads } from './context-keys.ts'
import { listDifferences } from './differences.ts'
import { describeEntry, isPlainEntry, reduceEntry } from './entries.ts'
import { joinImports, moveImports } from './imports.ts'
import { joinFindings, listByHand, listGone, startsServer } from './look-around.ts'
import { changeMiddleware } from './middleware.ts'
import { findInstalled, openOldApp, type Manifest, type OldApp } from './old-app.ts'
import { readOldRoutes, type OldRow } from './old-routes.ts'
import { JsonText } from './json-text.ts'
import { describeOverride, overrideKeys } from './overrides.ts'
import { changeManifest, findTooOld, isRaised } from './package-json.ts'
import { findRefusals, findStandIns, findToolPlugins, needsOldRouter, packageOf } from './peers.ts'
import { isPlatformFile, listPlatform } from './platforms.ts'
import { createFrontRouter } from './policy.ts'
import { changeReact } from './react.ts'
import { formatReport, type Report } from './report.ts'
import { checkRoutes, writeRoutes } from './routes.ts'
import { findKnownVersions } from './known-versions.ts'
import { moveScripts } from './scripts.ts'
import { quoteText, SourceFile, type Finding } from './source-file.ts'
import { importStyleUrls } from './styles.ts'
import { changeReferences, changeTsconfig, readAliases } from './tsconfig.ts'
import { replaceRouteTypes } from './types.ts'
import { typeData } from './untyped.ts'
import {
  changeViteConfig,
  createViteConfig,
  exportedValue,
  isOldConfig,
  isViteConfig,
  readOptions,
  type OldOptions,
} from './vite-config.ts'
import { findManager } from './workspace.ts'
import { checkPlaces, findAdded, writeFiles, type Changes } from './write-files.ts'
import { readImports } from '../src/tools/vite/shared.ts'

/** Options for {@link migrateApp}. */
export interface MigrateOptions {
  /** The absolute path of the app. */
  readonly folder: string
  /** Whether to continue without a clean git tree. */
  readonly isForced: boolean
  /** Whether to change no file. */
  readonly isDry: boolean
  /** Whether the old tool may run to list the routes. */
  readonly isRun: boolean
  /** How long it may take, in milliseconds. */
  readonly timeout: number
  /** Prints the next step of the command. */
  readonly say: (text: string) => void
  /** Returns the framework that the app depends on. It is not called if nothing is written. */
  readonly framework: () => Promise<FrameworkPackage>
}

/** The framework as a dependency of an app. */
export interface FrameworkPackage {
  /** The version in package.json, such as `^1.0.0` or `file:vendor/framework-1.0.0.tgz`. */
  readonly version: string
  /** The package, if the app gets a copy of it. */
  readonly file?: readonly [path: string, content: Uint8Array]
}

/** What a move changes, and what is left. */
export interface Migration {
  readonly changes: Changes
  /** The files and folders that were not there before. */
  readonly added: readonly string[]
  readonly isTypeScript: boolean
  readonly report: Report
}

/**
 * Moves an app of Remix or React Router, as far as syntax alone allows.
 *
 * @returns `undefined` if the app has moved already
 * @throws {Error} If the app cannot be moved, or its routes would not be the same
 */
export async function migrateApp(options: MigrateOptions): Promise<Migration | undefined> {
  const { folder } = options
  const app = await openOldApp(folder, options.isForced)
  if (app === undefined) return undefined
  const move = new Move(app)

  const rows = await readOldRoutes(app, options)
  const known = typeof rows === 'string' ? [] : rows
  move.readSources()

  move.changeConfig()
  if (typeof rows === 'string') move.listRoutes(rows)
  else move.changeRoutes(rows)
  move.addFrontRouter()
  move.removeEntries()
  move.changeSources(known)
  move.changeManifest(options.isDry ? { version: '*' } : await options.framework())
  move.listRefusals()
  move.listPlatforms()

  const migration = move.finish(known)
  await checkPlaces(folder, migration.changes, new Set(app.files), options.isForced)
  if (typeof rows !== 'string') await checkRoutes(app, rows, migration.changes)
  if (!options.isDry) await writeFiles(folder, migration.changes)
  return migration
}

/** The rules, in the order in which they run. */
class Move {
  readonly #app: OldApp
  /** The packages of Remix and React Router that libraries of the app import. */
  #standIns: readonly string[] = []
  /**
   * The packages that are removed: only the configuration of Vite imports them and they need the old router, or their
   * importer was removed.
   */
  readonly #unused: string[] = []
  readonly #sources: SourceFile[] = []
  readonly #changes = new Map<string, string | undefined>()
  /** Files that are not text. */
  readonly #copies = new Map<string, Uint8Array>()
  readonly #counts = new Map<string, number>()
  readonly #left: Finding[] = []

  constructor(app: OldApp) {
    this.#app = app
  }

  readSources(): void {
    for (const path of this.#app.files) {
      if (!/\.[cm]?[jt]sx?$/.test(path)) continue
      const code = this.#read(path)
      if (code.length > 1_000_000) {
        this.#list(path, 'The file is larger than 1 MB, so it was not read.')
        continue
      }
      try {
        this.#sources.push(new SourceFile(path, code))
      } catch (error) {
        this.#list(path, `The file was not changed: ${(error as Error).message}.`)
      }
    }
    const { folder, manifest } = this.#app
    const sources = this.#sources.filter(({ path }) => !isViteConfig.test(path))
    const names = namesOf(manifest)
    this.#unused.push(
      ...names.filter(
        (name) => needsOldRouter(folder, name) && this.#uses(name) && !this.#uses(name, sources),
      ),
    )
    this.#standIns = findStandIns(
      folder,
      names.filter((name) => !this.#unused.includes(name)),
    )
  }

  /** Changes the configuration of Vite and TypeScript. Removes the configuration of the old tool. */
  changeConfig(): void {
    const options: OldOptions = {}
    if (this.#standIns.length > 0) {
      options.standsFor = `[${this.#standIns.map((name) => `'${name}'`).join(', ')}]`
      this.#list(
        'package.json',
        `Libraries import ${this.#standIns.join(' and ')}. The framework takes the place of these packages, and the overrides give the libraries React 19.`,
        'packages',
      )
    }
    for (const file of this.#take(isOldConfig)) {
      const { isWhole, ...known } = readOptions(file, exportedValue(file.program))
      Object.assign(options, known)
      this.#left.push(...file.findings)
      if (isWhole) this.#remove(file.path, 'configuration')
      else {
        this.#list(
          file.path,
          'Its options are calculated, so not all of them were read. Write those that the app needs into vite.config.ts, and delete this file.',
          'the-configuration',
        )
      }
    }

    const configs = this.#app.files.filter((path) => /^tsconfig[^/]*\.json$/.test(path))
    for (const path of configs) {
      const isOwn = path === 'tsconfig.json'
      this.#edit(path, 'configuration', (text) =>
        changeTsconfig(text, isOwn ? this.#standIns : [], this.#roots()),
      )
    }
    for (const path of this.#app.files.filter((one) => one.endsWith('.d.ts'))) {
      this.#edit(path, 'configuration', changeReferences)
    }

    const { folder } = this.#app
    for (const file of this.#sources.filter(({ path }) => isViteConfig.test(path))) {
      changeViteConfig(file, options, (from) => {
        const name = packageOf(from)
        return name !== undefined && needsOldRouter(folder, name)
      })
      this.#count('configuration', file.apply())
    }
    if (!this.#app.isClassic) return
    const hasPaths = configs.some((path) => this.#read(path).includes('"paths"'))
    const resolve = hasPaths ? '{ tsconfigPaths: true }' : this.#readAliases()
    this.#add('vite.config.ts', createViteConfig(options, resolve), 'configuration')
    const has = (name: string): boolean => this.#app.files.some((path) => path.startsWith(name))
    if (has('tailwind.config.') && !has('postcss.config.') && !has('.postcssrc')) {
      this.#add(
        'postcss.config.cjs',
        'module.exports = { plugins: { tailwindcss: {} } }\n',
        'configuration',
      )
    }
  }

  /** The folders that may have installed packages: the app, and the root of its workspace. */
  #roots(): string[] {
    const { folder, root } = this.#app
    const path = relative(folder, root).replaceAll('\\', '/')
    return path === '' ? ['.'] : ['.', path]
  }

  /** Vite reads no `jsconfig.json`, so its paths become aliases. */
  #readAliases(): string | undefined {
    const path = this.#app.files.find((one) => one === 'jsconfig.json')
    const aliases = path === undefined ? [] : readAliases(this.#read(path))
    const entries = aliases.map(
      ([name, file]) => `${quoteText(name)}: \`\${import.meta.dirname}/${file}\``,
    )
    return entries.length === 0 ? undefined : `{ alias: { ${entries.join(', ')} } }`
  }

  changeRoutes(rows: readonly OldRow[]): void {
    const old = this.#take(/^app\/routes\.[cm]?[jt]sx?$/)
    const isUsed = (id: string): boolean =>
      this.#sources.some(({ code }) =>
        ["'", '"', '`'].some((quote) => code.includes(quote + id + quote)),
      )
    for (const { file } of rows.filter((row) => /\.mdx?$/.test(row.file))) {
      this.#list(`app/${file}`, 'A page of Markdown needs a plugin of Vite.', 'the-routes')
    }
    const text = writeRoutes(this.#app, rows, isUsed)
    for (const { path, program, code } of old) {
      this.#remove(path, 'routes')
      const imported = readImports(program).map(({ from }) => packageOf(from))
      this.#unused.push(
        ...imported.filter((name) => name !== undefined).filter((name) => !this.#uses(name)),
      )
      if (!/\b(?:process|import\.meta)\.env\b/.test(code)) continue
      this.#list(
        path,
        'The routes depended on the environment. The new file has the routes of this environment. Add the others.',
        'the-routes',
      )
    }
    if (text !== undefined) this.#add('app/routes.ts', text, 'routes')
  }

  listRoutes(reason: string): void {
    this.#take(/^app\/routes\.[cm]?[jt]sx?$/)
    this.#left.unshift({
      file: 'app/routes',
      line: 0,
      text: `The routes are not known: ${reason}. Write them in app/routes.ts.`,
      section: 'the-routes',
    })
  }

  addFrontRouter(): void {
    if (!this.#app.files.some((path) => /^app\/router\.[cm]?[jt]s$/.test(path))) {
      this.#add('app/router.ts', createFrontRouter(), 'policy')
    }
  }

  removeEntries(): void {
    for (const file of this.#sources.filter(({ path }) => isEntry(path))) {
      if (isPlainEntry(file)) {
        this.#sources.splice(this.#sources.indexOf(file), 1)
        this.#remove(file.path, 'entries')
      } else if (reduceEntry(file)) {
        this.#count('entries', file.apply())
      } else {
        this.#list(file.path, describeEntry(file), 'entries')
      }
    }
  }

  /** Changes the modules, one rule after the other. If a rule fails in a module, the module is not changed. */
  changeSources(rows: readonly OldRow[]): void {
    const keys = findContextKeys(this.#sources)
    const rules: Readonly<Record<string, (file: SourceFile) => void>> = {
      ...(this.#app.isClassic && { styles: importStyleUrls }),
      types: (file) => replaceRouteTypes(file, this.#app, rows),
      imports: moveImports,
      'imports that became one': joinImports,
      untyped: (file) => typeData(file, this.#app),
      'values of the context': (file) => typeContextReads(file, keys),
      middleware: changeMiddleware,
      react: changeReact,
      'by hand': listByHand,
    }
    for (const file of Array.from(this.#sources)) {
      const before = this.#read(file.path)
      const counts = new Map<string, number>()
      try {
        for (const [name, rule] of Object.entries(rules)) {
          rule(file)
          counts.set(name, file.apply())
        }
      } catch (error) {
        this.#list(file.path, `The file was not changed: ${(error as Error).message}.`)
        this.#sources.splice(this.#sources.indexOf(file), 1)
        continue
      }
      for (const [name, count] of counts) this.#count(name, count)
      // An entry is already listed as a whole.
      this.#left.push(
        ...file.findings.filter(({ section }) => section !== 'names' || !isEntry(file.path)),
      )
      if (file.code !== before) this.#changes.set(file.path, file.code)
    }
  }

  changeManifest({ version, file }: FrameworkPackage): void {
    const { folder, root, manifest } = this.#app
    if (file) this.#copies.set(...file)
    const gone = findToolPlugins(folder, namesOf(manifest))
    for (const file of this.#sources) this.#left.push(...listGone(file, gone))
    const scripts = moveScripts(manifest.scripts ?? {}, this.#findServers())
    this.#edit('package.json', 'configuration', (text) =>
      changeManifest(
        text,
        {
          version,
          gone: ['isbot'].filter((name) => !this.#uses(name)).concat(gone, this.#unused),
          standIns: this.#standIns,
          scripts: scripts.changed,
          manager: findManager(folder)[1],
          installed: (name) => findInstalled(folder, name)?.manifest.version,
          isPart: folder !== root,
        },
        (override) =>
          this.#list(
            'package.json',
            `The override ${describeOverride(override)} went: the moved app has a newer version.`,
            'packages',
          ),
      ),
    )
    for (const [name, words] of scripts.lost) this.#listLost(name, words)
    if (folder !== root) this.#listRoot()
  }

  /** Lists the words that went from a script. */
  #listLost(name: string, words: readonly string[]): void {
    const preload = /^(?:-r|--require|--import)[ =]/
    const modules = words.filter((word) => preload.test(word))
    if (modules.length > 0) {
      const list = modules.map((word) => word.replace(preload, '')).join(' and ')
      this.#list('package.json', `The script ${name} loaded ${list} before the app.`, 'own-servers')
    }
    const others = words.filter((word) => !preload.test(word))
    if (others.length === 0) return
    this.#list(
      'package.json',
      `The script ${name} had ${others.join(' and ')}, which framework does not know.`,
      'own-servers',
    )
  }

  /** Lists what the root of the workspace needs. Its files are not those of the app, so they do not change. */
  #listRoot(): void {
    const { root } = this.#app
    const file = posix.join(relative(this.#app.folder, root).replaceAll('\\', '/'), 'package.json')
    const place = overrideKeys[findManager(root)[1]].join('.')
    if (this.#standIns.length > 0) {
      this.#list(
        file,
        `The root of a workspace has the overrides. Add to ${place}: "react": "^19.2.0", "react-dom": "^19.2.0".`,
        'packages',
      )
    }
    const text = join(root, 'package.json')
    if (!existsSync(text)) return
    for (const override of findTooOld(new JsonText(readFileSync(text, 'utf8')))) {
      this.#list(
        file,
        `The override ${describeOverride(override)} is older than the version of the moved app. Remove it, or name a newer version.`,
        'packages',
      )
    }
  }

  listRefusals(): void {
    for (const path of this.#app.files.filter((one) =>
      /(?:^|\/)(?:\.eslintrc|eslint\.config)[^/]*$/.test(one),
    )) {
      if (!/@remix-run\/eslint-config/.test(this.#read(path))) continue
      this.#list(
        path,
        '@remix-run/eslint-config does not accept React 19. Choose other lint rules.',
        'packages',
      )
    }
    const text = this.#changes.get('package.json') ?? this.#read('package.json')
    const names = namesOf(JSON.parse(text) as Manifest)
    this.#listMissing(names)
    // TypeScript has another version only if the rule for packages has written it.
    const isTyped = /"typescript":\s*"\^5\.9\.0"/.test(text)
    const moved = ['framework', 'react', 'react-dom', 'vite', '@vitejs/plugin-react']
    if (!isTyped) moved.push('typescript')
    const refused = findRefusals(
      this.#app.folder,
      names.filter((one) => !moved.includes(one)),
    )
    const { dependencies, devDependencies } = JSON.parse(text) as Manifest
    const old = findKnownVersions({ ...dependencies, ...devDependencies })
    for (const { name, from, reason } of old) {
      this.#list('package.json', `Install ${name} ${from} or newer: ${reason}.`, 'packages')
    }
    for (const { name, version, peer, range, through } of refused) {
      if (old.some((one) => one.name === through)) continue
      const isRefused = (other: string, by: string): boolean =>
        refused.some((one) => one.name === by && one.peer === other)
      const isOverridden = this.#standIns.length > 0 && peer.startsWith('react')
      // A package has the same range for react-dom as for react, and a newer version of it brings newer packages.
      if (peer === 'react-dom' && isRefused('react', name)) continue
      if (through !== name && (isOverridden || isRefused(peer, through))) continue
      this.#list(
        'package.json',
        `${name} ${version}${through === name ? '' : ` (of ${through})`} accepts ${peer} ${range}. ${
          isOverridden
            ? 'The overrides install it with React 19: try it'
            : `Install a newer version of ${through}, or replace it`
        }.`,
        'packages',
      )
    }
  }

  /** Lists what containers and CI need. No rule changes these files. */
  listPlatforms(): void {
    const isPacked = this.#copies.size > 0
    for (const path of this.#app.tracked.filter(isPlatformFile)) {
      this.#left.push(...listPlatform(path, this.#read(path), isPacked))
    }
  }

  #listMissing(names: readonly string[]): void {
    const missing = names.filter(
      (name) => name !== 'framework' && !isRaised(name) && !findInstalled(this.#app.folder, name),
    )
    if (missing.length === 0) return
    this.#left.unshift({
      file: 'package.json',
      line: 0,
      text: `Not installed: ${missing.join(', ')}. So it is not known which of them need the old router or refuse React 19. Before the move, install all packages.`,
      section: 'packages',
    })
  }

  finish(rows: readonly OldRow[]): Migration {
    const { folder, files, manifest } = this.#app
    const report = {
      changes: new Map([...this.#counts].filter(([, count]) => count > 0)),
      left: joinFindings(this.#left),
      different: listDifferences(this.#app, rows, this.#sources),
    }
    this.#changes.set('migration.md', formatReport(report))
    const changes = new Map<string, string | Uint8Array | undefined>([
      ...this.#copies,
      ...this.#changes,
    ])
    return {
      changes,
      added: findAdded(folder, changes),
      isTypeScript: files.includes('tsconfig.json') || namesOf(manifest).includes('typescript'),
      report,
    }
  }

  /** Returns the files that start a server for the old app or load such a file, and the folders with such an index. */
  #findServers(): string[] {
    const sources = this.#sources.filter(({ path }) => !path.startsWith('app/'))
    const found = sources.filter(({ program }) =>
      readImports(program).some(({ name }) => startsServer(name)),
    )
    // A file that only loads the build, perhaps after other modules.
    const loadsBuild = /["'`]\.\/build\/server\/index\.[cm]?js["'`]/
    found.push(...sources.filter((one) => !found.includes(one) && loadsBuild.test(one.code)))
    for (const { path: server } of found) {
      const loads = ({ path, code }: SourceFile): boolean =>
        Array.from(code.matchAll(/["'`](\.[^"'`]+)["'`]/g), ([, text]) => text!).some((text) =>
          [posix.join(posix.dirname(path), text), posix.normalize(text)].includes(server),
        )
      found.push(...sources.filter((one) => !found.includes(one) && loads(one)))
    }
    // Node also finds an index by the name of its folder, such as in `node .`.
    return found.flatMap(({ path }) =>
      /^index\.[cm]?[jt]s$/.test(posix.basename(path)) ? [path, posix.dirname(path)] : [path],
    )
  }

  /** Whether a source names a package. */
  #uses(name: string, sources: readonly SourceFile[] = this.#sources): boolean {
    const texts = [`'${name}'`, `"${name}"`, `'${name}/`, `"${name}/`]
    return sources.some(({ code }) => texts.some((text) => code.includes(text)))
  }

  #read(path: string): string {
    return readFileSync(join(this.#app.folder, path), 'utf8')
  }

  /** Takes files away from the following rules. */
  #take(pattern: RegExp): SourceFile[] {
    const taken = this.#sources.filter(({ path }) => pattern.test(path))
    for (const file of taken) this.#sources.splice(this.#sources.indexOf(file), 1)
    return taken
  }

  #add(path: string, text: string, rule: string): void {
    this.#changes.set(path, text)
    this.#count(rule, 1)
  }

  #remove(path: string, rule: string): void {
    this.#changes.set(path, undefined)
    this.#count(rule, 1)
  }

  #edit(path: string, rule: string, change: (text: string) => string): void {
    const before = this.#read(path)
    try {
      const after = change(before)
      if (after !== before) this.#add(path, after, rule)
    } catch (error) {
      this.#list(path, `The file was not changed: ${(error as Error).message}.`)
    }
  }

  #count(rule: string, places: number): void {
    this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + places)
  }

  #list(file: string, text: string, section = 'what-is-left'): void {
    this.#left.push({ file, line: 0, text, section })
  }
}

function isEntry(path: string): boolean {
  return /^app\/entry\.(?:client|server)\.[jt]sx?$/.test(path)
}

function namesOf({ dependencies, devDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...devDependencies })
}
