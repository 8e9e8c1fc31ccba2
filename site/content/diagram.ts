// Draws diagrams from text, in the colours of the page. A block of Markdown with the language `diagram` is one. On a code host it
// is read as it is written:
//
//   title: A click on a link
//   Browser -> Server: GET /books
//   Server: runs the loaders
//   Server -> Browser: data
//
// or, for layers from top to bottom, lines such as `tools | cli, vite, testing`.
import { escapeHtml } from './escape-html.ts'

interface Step {
  from: string
  to: string
  text: string
}

interface Layer {
  name: string
  text: string
}

const columnWidth = 200
const rowHeight = 44
const headHeight = 34
const layerWidth = 640
/** How wide a character of a label is at most. */
const characterWidth = 7

/**
 * Returns a diagram as SVG.
 *
 * @throws {Error} If a line is neither a title, a step nor a layer, or if a text has no room
 */
export function drawDiagram(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const title = /^title: (.+)$/.exec(lines[0] ?? '')?.[1]
  if (title === undefined) {
    throw new Error(
      `Cannot draw a diagram that begins with ${JSON.stringify(lines[0] ?? '')}. Write a first line such as "title: A click on a link".`,
    )
  }
  const layers = lines.slice(1).map(readLayer)

  return layers.every((layer) => layer !== undefined)
    ? drawLayers(title, layers)
    : drawSteps(title, lines.slice(1).map(readStep))
}

function readLayer(line: string): Layer | undefined {
  const [, name, text] = /^([^|:>]+) \| (.+)$/.exec(line) ?? []
  return name === undefined ? undefined : { name, text: text! }
}

/** Reads `Browser -> Server: text`, or `Server: text` for what happens there. */
function readStep(line: string): Step {
  const [, from, to, text] = /^([^:>|]+?)(?: -> ([^:>|]+))?: (.+)$/.exec(line) ?? []
  if (from === undefined) {
    throw new Error(
      `Cannot draw ${JSON.stringify(line)}. Write "Browser -> Server: text", "Server: text" or "layer | text".`,
    )
  }
  return { from, to: to ?? from, text: text! }
}

function drawSteps(title: string, steps: readonly Step[]): string {
  const people = [...new Set(steps.flatMap(({ from, to }) => [from, to]))]
  const middle = (name: string): number => people.indexOf(name) * columnWidth + columnWidth / 2
  const width = people.length * columnWidth
  const height = headHeight + steps.length * rowHeight + 20
  const heads = people.map((name) => {
    const x = middle(name)
    return (
      `<line class="life" x1="${x}" y1="${headHeight}" x2="${x}" y2="${height}"/>` +
      `<rect class="box" x="${x - 70}" y="1" width="140" height="${headHeight - 4}" rx="6"/>` +
      label(name, x, 21, 'name')
    )
  })
  const drawn = steps.map((step, index) => {
    const y = headHeight + (index + 1) * rowHeight - 8
    return step.from === step.to
      ? drawNote(step.text, middle(step.from), y, width)
      : drawArrow(step.text, middle(step.from), middle(step.to), y)
  })
  const about = steps.map(
    ({ from, to, text }) => `${from === to ? from : `${from} to ${to}`}: ${text}`,
  )

  return frame(title, about, width, height, [...heads, ...drawn].join(''))
}

function drawArrow(text: string, from: number, to: number, y: number): string {
  checkRoom(text, Math.abs(to - from))
  const tip = to > from ? -8 : 8
  return (
    `<line class="arrow" x1="${from}" y1="${y}" x2="${to}" y2="${y}"/>` +
    `<path class="tip" d="M${to} ${y}l${tip} -4v8z"/>` +
    label(text, (from + to) / 2, y - 7)
  )
}

/** A text on the line of somebody, which is moved if it would stand outside of the picture. */
function drawNote(text: string, middle: number, y: number, width: number): string {
  const length = text.length * characterWidth + 16
  checkRoom(text, width)
  const x = Math.min(Math.max(middle, length / 2 + 2), width - length / 2 - 2)
  return (
    `<rect class="note" x="${x - length / 2}" y="${y - 19}" width="${length}" height="26" rx="4"/>` +
    label(text, x, y - 2)
  )
}

function drawLayers(title: string, layers: readonly Layer[]): string {
  const drawn = layers.map(({ name, text }, index) => {
    const y = index * 40 + 1
    checkRoom(text, layerWidth - 130)
    return (
      `<rect class="box" x="1" y="${y}" width="${layerWidth - 2}" height="34" rx="6"/>` +
      `<text class="name" x="16" y="${y + 22}">${escapeHtml(name)}</text>` +
      `<text x="130" y="${y + 22}">${escapeHtml(text)}</text>`
    )
  })
  const about = layers.map(({ name, text }) => `${name}: ${text}`)

  return frame(title, about, layerWidth, layers.length * 40, drawn.join(''))
}

function label(text: string, x: number, y: number, name?: string): string {
  const kind = name === undefined ? '' : ` class="${name}"`
  return `<text${kind} x="${x}" y="${y}" text-anchor="middle">${escapeHtml(text)}</text>`
}

function checkRoom(text: string, width: number): void {
  if (text.length * characterWidth <= width) return
  throw new Error(
    `Cannot draw ${JSON.stringify(text)}: it has ${text.length} characters, and there is room for ${Math.floor(width / characterWidth)}.`,
  )
}

/** A screen reader reads the title and all steps. A narrow screen scrolls the picture. */
function frame(
  title: string,
  about: readonly string[],
  width: number,
  height: number,
  content: string,
): string {
  const name = escapeHtml(title)
  const description = escapeHtml(`${about.join('. ')}.`)
  return (
    `<figure class="diagram"><div tabindex="0"><svg role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<title>${name}</title><desc>${description}</desc>${content}</svg></div><figcaption>${name}</figcaption></figure>\n`
  )
}
