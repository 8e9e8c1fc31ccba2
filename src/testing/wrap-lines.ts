/**
 * Breaks the lines of a textarea with `wrap="hard"`: after spaces, or inside of a word that is longer than a line. Spaces
 * at the end of a line need no room.
 *
 * @param text The value, with `\n` between lines
 * @param columns The most characters of a line
 */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')
}

function wrapLine(line: string, columns: number): string {
  const lines = ['']
  for (const [word] of line.matchAll(/ +|[^ ]+ */g)) {
    const last = lines.at(-1)!
    const isFitting = last.length + word.trimEnd().length <= columns
    if (isFitting || last === '') lines[lines.length - 1] += word
    else lines.push(word)
    while (lines.at(-1)!.trimEnd().length > columns) {
      const long = lines.pop()!
      lines.push(long.slice(0, columns), long.slice(columns))
    }
  }
  return lines.join('\n')
}
