import { parseArgs, stripVTControlCharacters } from 'node:util'
import { escapeLines } from '../terminal/shared.ts'
import { helpText, parseConfig, type Command, type Output } from './command.ts'

/**
 * Reads the arguments of a command, and runs it.
 *
 * @param program The words before the arguments, such as `framework dev`
 * @returns The exit code: 0, or 1 if the command failed
 */
export async function callCommand(
  program: string,
  command: Command,
  args: readonly string[],
  output: Output,
): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: parseConfig(command),
      allowPositionals: command.takesFolder === true,
    })
    if (positionals.length > 1) {
      const folders = positionals.map((folder) => JSON.stringify(folder)).join(' and ')
      throw new Error(`Cannot use ${folders}: ${program} takes one folder.`)
    }
    if (values['help'] === true) output.out(helpText(program, command))
    else await command.run(values as Record<string, string | boolean>, output, positionals[0])
    return 0
  } catch (error) {
    output.error(explain(error, program))
    return 1
  }
}

/**
 * What a command prints can come from elsewhere: names of files, pages of another app, sources. A terminal must not obey it.
 * Messages of the bundler keep their colours.
 */
export function withoutControls(output: Output): Output {
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

/** Prints on the terminal. */
export const consoleOutput: Output = {
  out: (text) => console.log(text),
  // Messages of the bundler contain colour codes even if the output is not a terminal.
  error: (text) => console.error(process.stderr.isTTY ? text : stripVTControlCharacters(text)),
}

function explain(error: unknown, program: string): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) {
    return `${error.message}\nTo see the options, run: npx ${program} --help`
  }
  // These are probably mistakes in the code of the app, so the stack helps more than the message alone.
  const isBug = error instanceof TypeError || error instanceof ReferenceError
  return isBug ? (error.stack ?? error.message) : error.message
}
