import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { columns, type Command, type ForwardedCommand, type Output } from './command.ts'
import { callCommand, consoleOutput, withoutControls } from './call-command.ts'

/** Loads one command. Loading the others too would make every start slower. */
const commands: Readonly<Record<string, () => Promise<Command | ForwardedCommand>>> = {
  new: async () => (await import('./new-command.ts')).newCommand,
  dev: async () => (await import('./dev-command.ts')).devCommand,
  build: async () => (await import('./build-command.ts')).buildCommand,
  start: async () => (await import('./start-command.ts')).startCommand,
  routes: async () => (await import('./routes-command.ts')).routesCommand,
  check: async () => (await import('./check-command.ts')).checkCommand,
  types: async () => (await import('./types-command.ts')).typesCommand,
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

  return 'forward' in command
    ? command.forward(rest, output)
    : callCommand(`framework ${name}`, command, rest, output)
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
