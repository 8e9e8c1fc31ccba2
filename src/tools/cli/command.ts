import type { ParseArgsOptionsConfig } from 'node:util'

/** The output of a command. */
export interface Output {
  out(text: string): void
  error(text: string): void
}

/** One command of the `framework` program. */
export interface Command {
  /** The text after the name in the help, such as `[options]`. */
  usage: string
  /** One line for the list of commands. */
  summary: string
  /** The options, each with one line of help. */
  options: Record<string, CommandOption>
  /** Whether the command accepts a folder after its name. */
  takesFolder?: boolean
  /**
   * @returns A promise that resolves when the command is done. A server keeps running in the background.
   * @throws {Error} If the command fails. The message has the reason, and the next step
   */
  run(values: CommandValues, output: Output, folder?: string): Promise<void>
}

/** A command that is a package of its own. It reads its options itself. */
export interface ForwardedCommand {
  /** One line for the list of commands. */
  summary: string
  /** @returns The exit code */
  forward(args: readonly string[], output: Output): Promise<number>
}

/** An option of a command. It takes a value if `value` is set, and is a flag otherwise. */
export interface CommandOption {
  help: string
  /** How the help shows the value, such as `<port>`. */
  value?: string
}

export type CommandValues = Readonly<Record<string, string | boolean | undefined>>

/** Returns the options in the format of `parseArgs()`, with `--help` added. */
export function parseConfig(command: Command): ParseArgsOptionsConfig {
  const entries = Object.entries(command.options).map(
    ([name, { value }]) =>
      [name, { type: value === undefined ? 'boolean' : 'string' } as const] as const,
  )
  return { ...Object.fromEntries(entries), help: { type: 'boolean', short: 'h' } }
}

/** The text of `--help`. `program` is such as `framework dev`. */
export function helpText(program: string, command: Command): string {
  const options = { ...command.options, help: { help: 'Show this help' } }
  const lines = Object.entries(options).map(
    ([option, { value, help }]: [string, CommandOption]) =>
      [`--${option}${value === undefined ? '' : ` ${value}`}`, help] as const,
  )
  return [`${program} ${command.usage}`.trimEnd(), '', command.summary, '', ...columns(lines)].join(
    '\n',
  )
}

/** Formats the lines in two aligned columns. */
export function columns(lines: ReadonlyArray<readonly [string, string]>): string[] {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
