/** A colour of the terminal. */
export type Color = 'red' | 'green' | 'yellow' | 'magenta' | 'cyan'

const codes: Readonly<Record<Color, number>> = {
  red: 31,
  green: 32,
  yellow: 33,
  magenta: 35,
  cyan: 36,
}

/** The text in a colour, or as it is. */
export function paint(text: string, color: Color | null): string {
  return color === null ? text : `\u001b[${codes[color]}m${text}\u001b[39m`
}
