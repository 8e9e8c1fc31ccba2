import { posix } from 'node:path'
import { readCommands, type Command, type Word } from './shell.ts'
import { replaceRanges } from '../src/tools/vite/shared.ts'

/** The scripts of a package.json after the move. */
export interface MovedScripts {
  /** The new text of each script that changed, or `undefined` if nothing is left of it. */
  readonly changed: ReadonlyMap<string, string | undefined>
  /** The words that went from a script and that no command here knows. */
  readonly lost: ReadonlyMap<string, readonly string[]>
}

/**
 * Replaces the commands of the old tools, wherever a script runs them. A script of which nothing is left goes, and so do the
 * commands that run it.
 *
 * @param servers The files that start a server for the old app
 */
export function moveScripts(
  scripts: Readonly<Record<string, string>>,
  servers: readonly string[],
): MovedScripts {
  const gone = new Set<string>()
  let moved: ScriptMove[]
  let before: number
  do {
    before = gone.size
    moved = Object.entries(scripts).map(
      ([name, script]) => new ScriptMove(name, script, servers, gone),
    )
    for (const { name, text } of moved) if (text === '' && scripts[name] !== '') gone.add(name)
  } while (gone.size > before)

  return {
    changed: new Map(
      moved
        .filter(({ name, text }) => text !== scripts[name])
        .map(({ name, text }) => [name, text === '' ? undefined : text]),
    ),
    lost: new Map(
      moved.filter(({ lost }) => lost.length > 0).map(({ name, lost }) => [name, lost] as const),
    ),
  }
}

/** The program that each command of the old tools becomes, by the word after its own. */
const becomes: Readonly<Record<string, string>> = {
  dev: 'dev',
  watch: 'dev',
  'vite:dev': 'dev',
  build: 'build',
  'vite:build': 'build',
}

/** The options that `framework` has, too. */
const known: Readonly<Record<string, readonly string[]>> = {
  dev: ['--port', '--host', '--mode'],
  build: ['--mode'],
  start: ['--port', '--host', '--mode'],
}

/** A script while it is changed. */
class ScriptMove {
  readonly name: string
  readonly text: string
  readonly lost: string[] = []
  readonly #servers: readonly string[]
  readonly #gone: ReadonlySet<string>

  constructor(name: string, script: string, servers: readonly string[], gone: ReadonlySet<string>) {
    this.name = name
    this.#servers = servers
    this.#gone = gone
    this.text = this.#change(script)
  }

  #change(script: string): string {
    const commands = readCommands(script)
    const moved = commands.map((command, at) => ({
      text: this.#changeCommand(script, command, at),
      operator: script.slice(command.end, commands[at + 1]?.start),
    }))
    // If a command goes, so does the operator behind it.
    const text = moved
      .filter((one) => one.text !== '')
      .map((one) => one.text + one.operator)
      .join('')
    return moved.at(-1)?.text === '' ? text.replace(/\s*(?:&&|\|\||;|&|\|)\s*$/, '') : text
  }

  #changeCommand(script: string, command: Command, place: number): string {
    const { words, start, end } = command
    // `vite build --ssr` is the second half of `vite build`.
    if (isNeedless(command) || (place > 0 && isServerBuild(command))) return ''
    if (this.#compiles(command) || this.#runsGone(command)) return ''
    const at = words.findIndex((_, index) => this.#replacementOf(words, index) !== undefined)
    if (at === -1) return this.#changeWords(script, command)

    const [program, rest] = this.#replacementOf(words, at)!
    const kept = [`framework ${program}`, ...this.#keepOptions(program, rest)]
    const first = words[at - 1]?.value === 'npx' ? words[at - 1]! : words[at]!
    return script.slice(start, first.start) + kept.join(' ') + script.slice(words.at(-1)!.end, end)
  }

  /** Returns the command of the framework for the program at a word, and the words behind it. */
  #replacementOf(
    words: readonly Word[],
    at: number,
  ): readonly [program: string, rest: readonly Word[]] | undefined {
    const [{ value, isQuoted }, next] = [words[at]!, words[at + 1]?.value ?? '']
    if (isQuoted) return undefined
    if (value === 'remix' || value === 'react-router') {
      return Object.hasOwn(becomes, next) ? [becomes[next]!, words.slice(at + 2)] : undefined
    }
    if (value === 'remix-serve' || value === 'react-router-serve') {
      return ['start', words.slice(at + 1).filter((word) => !isBuilt(word.value))]
    }
    if (value === 'vite' && ['dev', 'build'].includes(next)) {
      return words.length === at + 2 ? [next, []] : undefined
    }
    const command = /^(?:dev|start)\b/.exec(this.name)?.[0]
    if (command === undefined || !/^(?:node|tsx|nodemon|ts-node|bun)$/.test(value)) return undefined
    const rest = words.slice(at + 1)
    const isServer = (word: Word): boolean =>
      this.#servers.includes(posix.normalize(word.value)) || isBuilt(word.value)
    return rest.some(isServer) ? [command, rest.filter((word) => !isServer(word))] : undefined
  }

  /** Returns the options that the framework has. The others go, and are listed. */
  #keepOptions(program: string, words: readonly Word[]): string[] {
    return groupOptions(words).flatMap(([word, argument]) => {
      const { value, text } = word!
      const whole = argument ? `${text} ${argument.text}` : text
      if (/^\d?[<>]/.test(value)) return whole
      if (known[program]!.includes(value.split('=')[0]!)) {
        return whole === '--host' ? '--host 0.0.0.0' : whole
      }
      // The framework does this by itself.
      if (!/^(?:--)?watch$/.test(whole)) this.lost.push(whole)
      return []
    })
  }

  /** Changes commands inside quoted words, as in `concurrently "remix dev" "tailwindcss --watch"`. */
  #changeWords(script: string, { words, start, end }: Command): string {
    const isList = /^(?:npm-run-all|run-[sp])$/.test(words[0]?.value ?? '')
    const edits = words.flatMap((word): [start: number, end: number, text: string][] => {
      if (isList && this.#gone.has(word.value)) return [[word.start - 1, word.end, '']]
      if (!word.isQuoted || !/\s/.test(word.value)) return []
      const inner = this.#change(word.value)
      if (inner === word.value) return []
      return inner === ''
        ? [[word.start - 1, word.end, '']]
        : [[word.start, word.end, word.text.replace(word.value, () => inner)]]
    })
    const inside = edits.map(
      ([from, to, text]) => [from - start, to - start, text] as [number, number, string],
    )
    return replaceRanges(script.slice(start, end), inside, (_, [, , text]) => text)
  }

  /** Whether a command compiles one of the old servers. */
  #compiles({ words }: Command): boolean {
    const [program, ...rest] = withoutVariables(words)
    return (
      /^(?:esbuild|tsup|swc|babel|rollup)$/.test(program?.value ?? '') &&
      rest.some(({ value }) => this.#servers.includes(posix.normalize(value)))
    )
  }

  /** Whether a command only runs a script that went. */
  #runsGone({ words }: Command): boolean {
    const values = withoutVariables(words).map(({ value }) => value)
    const [, name] = /^(?:npm run|(?:pnpm|yarn|bun)(?: run)?) (\S+)/.exec(values.join(' ')) ?? []
    return name !== undefined && this.#gone.has(name)
  }
}

/** Whether a command only prepares what the old tool needs. */
function isNeedless({ words }: Command): boolean {
  const values = withoutVariables(words).map(({ value }) => value)
  return /^(?:npx )?(?:remix setup|react-router typegen)\b/.test(values.join(' '))
}

function isServerBuild({ words }: Command): boolean {
  return /^vite build --ssr\b/.test(words.map(({ value }) => value).join(' '))
}

/** Whether a word is what the built app of an old tool is started with. */
function isBuilt(path: string): boolean {
  return /^(?:\.\/)?build(?:$|\/.*\.[cm]?js$|\/$)/.test(path)
}

/** Puts an option and its argument together. */
function groupOptions(words: readonly Word[]): Word[][] {
  const groups: Word[][] = []
  for (const word of words) {
    const last = groups.at(-1)
    const isArgument = last?.length === 1 && /^(?:-[^=]*|\d?[<>]+)$/.test(last[0]!.value)
    if (isArgument && !word.value.startsWith('-')) last.push(word)
    else groups.push([word])
  }
  return groups
}

function withoutVariables(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ value }) => value !== 'cross-env' && !/^\w+=/.test(value))
  return at === -1 ? [] : words.slice(at)
}
