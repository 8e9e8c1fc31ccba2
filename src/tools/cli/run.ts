import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { escapeLines } from '../../internal/escape-controls.ts'
import { columns, helpText, parseConfig, type Command, type Output } from './command.ts'

/** Loads one command. Loading the others too would make every start slower. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  new: async () => (await import('./new-command.ts')).newCommand,
  dev: async () => (await import('./dev-command.ts')).devCommand,
  build: async () => (await import('./build-command.ts')).buildCommand,
  start: async () => (await import('./start-command.ts')).startCommand,
  routes: async () => (await import('./routes-command.ts')).routesCommand,
  check: async () => (await import('./check-command.ts')).checkCommand,
  migrate: async () => (await import('./migrate-command.ts')).migrateCommand,
  prove: async () => (await import('./prove-command.ts')).proveCommand,
  compare: async () => (await import('./compare-command.ts')).compareCommand,
}

/**
 * Runs the `framework` program.
 *
 * @param args The arguments after `framework`
 * @param output The output of the program
 * @returns The exit code: 0, or 1 if the command failed
 */
export async function run(
  args: readonly string[],
  output: Output = consoleOutput,
): Promise<number> {
  return runCommand(args, withoutControls(output))
}

async function runCommand(args: readonly string[], output: Output): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined) {
    output.error(await overview())
    return 1
  }
  if (['--version', '-v', 'version'].includes(name)) {
    output.out(readVersion())
    return 0
  }
  if (['--help', '-h', 'help'].includes(name)) {
    // `framework help dev` is `framework dev --help`.
    if (rest.length > 0) return runCommand([rest[0]!, '--help'], output)
    output.out(await overview())
    return 0
  }

  const command = Object.hasOwn(commands, name) ? await commands[name]!() : undefined
  if (command === undefined) {
    output.error(`Cannot find the command ${JSON.stringify(name)}.\n\n${await overview()}`)
    return 1
  }

  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: parseConfig(command),
      allowPositionals: command.takesFolder === true,
    })
    if (positionals.length > 1) {
      const folders = positionals.map((folder) => JSON.stringify(folder)).join(' and ')
      throw new Error(`Cannot use ${folders}: framework ${name} takes one folder.`)
    }
    if (values['help'] === true) output.out(helpText(name, command))
    else await command.run(values as Record<string, string | boolean>, output, positionals[0])
    return 0
  } catch (error) {
    output.error(explain(error, name))
    return 1
  }
}

/**
 * What a command prints can come from elsewhere: names of files, pages of another app, sources. A terminal must not obey it.
 * Messages of the bundler keep their colours.
 */
function withoutControls(output: Output): Output {
  return {
    out: (text) => output.out(escapeLines(text)),
    error: (text) =>
      output.error(
        text
          .split(colour)
          .map((part, at) => (at % 2 === 0 ? escapeLines(part) : part))
          .join(''),
      ),
  }
}

/** Sequences that change the colour or the weight of text. Others can hide it, or move it. */
// eslint-disable-next-line no-control-regex
const colour = /(\u001b\[(?:[0-4]|2[2-4]|3[0-79]|9[0-7]|38;5;\d{1,3})(?:;[1-4])?m)/

const consoleOutput: Output = {
  out: (text) => console.log(text),
  // Messages of the bundler contain colour codes even if the output is not a terminal.
  error: (text) => console.error(process.stderr.isTTY ? text : stripVTControlCharacters(text)),
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => [name, (await load()).summary] as const),
  )
  return [
    'framework <command> [options]',
    '',
    ...columns(lines),
    '',
    'To see the options of a command, run: npx framework <command> --help',
    'To see the version, run: npx framework --version',
  ].join('\n')
}

function readVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function explain(error: unknown, name: string): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) {
    return `${error.message}\nTo see the options, run: npx framework ${name} --help`
  }
  // These are probably mistakes in the code of the app, so the stack helps more than the message alone.
  const isBug = error instanceof TypeError || error instanceof ReferenceError
  return isBug ? (error.stack ?? error.message) : error.message
}
