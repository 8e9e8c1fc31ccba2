import type { ParseArgsOptionsConfig } from 'node:util'

/** Where a command writes. */
export interface Output {
  out(text: string): void
  error(text: string): void
}

/** One command of the `framework` program. */
export interface Command {
  /** What follows the name in the help, such as `[options]`. */
  usage: string
  /** One line for the list of commands. */
  summary: string
  /** The options, with a line of help for each. */
  options: Record<string, CommandOption>
  /** Whether a folder may follow the name. */
  takesFolder?: boolean
  /**
   * @returns When there is nothing left to do; a server goes on in the background
   * @throws {Error} If it could not be done; the message says why and what to do
   */
  run(values: CommandValues, output: Output, folder?: string): Promise<void>
}

/** An option: with a `value` it takes one. */
export interface CommandOption {
  help: string
  /** The name of the value in the help, such as `<port>`. */
  value?: string
}

export type CommandValues = Readonly<Record<string, string | boolean | undefined>>

/** The options as `node:util` parses them; every command has `--help`. */
export function parseConfig(command: Command): ParseArgsOptionsConfig {
  const entries = Object.entries(command.options).map(
    ([name, { value }]) =>
      [name, { type: value === undefined ? 'boolean' : 'string' } as const] as const,
  )
  return { ...Object.fromEntries(entries), help: { type: 'boolean', short: 'h' } }
}

/** The text of `framework <name> --help`. */
export function helpText(name: string, command: Command): string {
  const options = { ...command.options, help: { help: 'Show this text' } }
  const lines = Object.entries(options).map(
    ([option, { value, help }]: [string, CommandOption]) =>
      [`--${option}${value === undefined ? '' : ` ${value}`}`, help] as const,
  )
  return [
    `framework ${name} ${command.usage}`.trimEnd(),
    '',
    command.summary,
    '',
    ...columns(lines),
  ].join('\n')
}

/** Two columns, the second one aligned. */
export function columns(lines: ReadonlyArray<readonly [string, string]>): string[] {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
