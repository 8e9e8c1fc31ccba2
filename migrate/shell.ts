/** A word of a command, as a shell reads it. */
export interface Word {
  /** Its text without quotes. */
  readonly value: string
  /** Its text in the script. */
  readonly text: string
  readonly start: number
  readonly end: number
  readonly isQuoted: boolean
}

/** A program with its arguments. Operators such as `&&` are between two commands. */
export interface Command {
  readonly words: readonly Word[]
  readonly start: number
  readonly end: number
}

/** Reads the commands of a script of package.json. */
export function readCommands(script: string): Command[] {
  const commands: Word[][] = [[]]
  for (const match of script.matchAll(tokens)) {
    const { operator, word } = match.groups!
    if (operator !== undefined) commands.push([])
    if (word === undefined) continue
    const cut = /^(["'])[\s\S]*\1$/.test(word) ? 1 : 0
    commands.at(-1)!.push({
      value: word.slice(cut, word.length - cut),
      text: word,
      start: match.index,
      end: match.index + word.length,
      isQuoted: cut > 0,
    })
  }
  return commands
    .filter((words) => words.length > 0)
    .map((words) => ({ words, start: words[0]!.start, end: words.at(-1)!.end }))
}

/** An operator between two commands, or a word. `2>&1` is a word. */
const tokens =
  /(?<operator>&&|\|\||;|\||(?<![<>])&(?!>))|(?<word>(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|(?<=[<>])&|[^\s"'\\;|&])+)/g
