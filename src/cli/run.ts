import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { buildCommand } from './build-command.ts'
import { checkCommand } from './check-command.ts'
import { columns, helpText, parseConfig, type Command, type Output } from './command.ts'
import { devCommand } from './dev-command.ts'
import { newCommand } from './new-command.ts'
import { routesCommand } from './routes-command.ts'
import { startCommand } from './start-command.ts'

const commands: Readonly<Record<string, Command>> = {
  new: newCommand,
  dev: devCommand,
  build: buildCommand,
  start: startCommand,
  routes: routesCommand,
  check: checkCommand,
}

/**
 * Runs the `framework` program.
 *
 * @param args What was typed after `framework`
 * @param output Where it writes
 * @returns The exit code: 0, or 1 if it could not do what it was asked
 */
export async function run(
  args: readonly string[],
  output: Output = consoleOutput,
): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined) {
    output.error(overview())
    return 1
  }
  if (['--version', '-v', 'version'].includes(name)) {
    output.out(readVersion())
    return 0
  }
  if (['--help', '-h', 'help'].includes(name)) {
    // `framework help dev` is `framework dev --help`.
    if (rest.length > 0) return run([rest[0]!, '--help'], output)
    output.out(overview())
    return 0
  }

  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    output.error(`There is no command ${JSON.stringify(name)}.\n\n${overview()}`)
    return 1
  }

  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: parseConfig(command),
      allowPositionals: command.takesFolder === true,
    })
    if (positionals.length > 1) {
      throw new Error(`framework ${name} takes one folder, not ${positionals.join(' and ')}`)
    }
    if (values['help'] === true) output.out(helpText(name, command))
    else await command.run(values as Record<string, string | boolean>, output, positionals[0])
    return 0
  } catch (error) {
    output.error(explain(error, name))
    return 1
  }
}

const consoleOutput: Output = {
  out: (text) => console.log(text),
  // Messages of the bundler have colours, whoever reads them.
  error: (text) => console.error(process.stderr.isTTY ? text : stripVTControlCharacters(text)),
}

function overview(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)
  return [
    'framework <command> [options]',
    '',
    ...columns(lines),
    '',
    'framework <command> --help shows the options of a command.',
    'framework --version shows the version.',
  ].join('\n')
}

function readVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function explain(error: unknown, name: string): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) {
    return `${error.message}\nRun framework ${name} --help for the options.`
  }
  // A mistake in somebody's code: where it happened is what helps.
  const isBug = error instanceof TypeError || error instanceof ReferenceError
  return isBug ? (error.stack ?? error.message) : error.message
}
