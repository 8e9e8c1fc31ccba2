import type { ContextWithParams } from 'framework/fetch-router'
import { html, type SafeHtml } from 'framework/html-template'
import { text } from 'framework/response'
import { findBookBySlug, type Book } from './books.ts'
import type { ShopContext } from './context.ts'
import { Database } from './database.ts'
import { motifs, type Motif } from './motifs.ts'
import { createRandom } from './random.ts'

/** Returns the cover of a book that has no picture: a drawing that is derived from its title. */
export async function showCover(
  context: ContextWithParams<ShopContext, { slug: string }>,
): Promise<Response> {
  const book = await findBookBySlug(context.get(Database), context.params.slug)
  if (!book) return text('There is no such book', 404)

  return new Response(String(drawCover(book)), {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=3600',
      'Cache-Tag': 'books',
    },
  })
}

/** The colours of a cover: the background, three colours for the drawing, and the letters. */
export interface Palette {
  ground: string
  strong: string
  middle: string
  light: string
  letters: string
}

const palettes: readonly Palette[] = [
  { ground: '#14342b', strong: '#4f8a5b', middle: '#a9cf83', light: '#f4e8c1', letters: '#f8f4e6' },
  { ground: '#f2e6d0', strong: '#c4513a', middle: '#2d3047', light: '#dfa254', letters: '#2d3047' },
  { ground: '#1b2a49', strong: '#3f5787', middle: '#f0b548', light: '#dfe6f2', letters: '#f7f3e8' },
  { ground: '#ead9c3', strong: '#7d4455', middle: '#d0644e', light: '#f7efe3', letters: '#43303a' },
  { ground: '#2b1d2e', strong: '#7a3b69', middle: '#e58671', light: '#f3d8c7', letters: '#fbf1e9' },
  { ground: '#d9e4e1', strong: '#3b7080', middle: '#16425b', light: '#d7a13c', letters: '#12384e' },
  { ground: '#f4d35e', strong: '#2b2a28', middle: '#df5330', light: '#fff4cf', letters: '#22201c' },
  { ground: '#a83429', strong: '#7a1f1c', middle: '#efc583', light: '#fbe9d0', letters: '#fdf3e3' },
  { ground: '#0f4754', strong: '#e06a1d', middle: '#f79a3b', light: '#f4efe1', letters: '#f4efe1' },
  { ground: '#efe6dd', strong: '#6f9680', middle: '#375450', light: '#e0ac99', letters: '#2f3e3c' },
]

/** The motifs of books whose subject is known. */
const drawings: Record<string, keyof typeof motifs> = {
  'the-salt-ledger': 'tide',
  'a-house-for-the-weather': 'windows',
  'eleven-quiet-tuesdays': 'tiles',
  'the-cartographers-apology': 'hills',
  'the-last-ferry-to-corrin': 'moonOverWater',
  'a-key-without-a-door': 'keyhole',
  'the-clockmakers-alibi': 'rings',
  'murder-at-low-water': 'tide',
  'signal-from-the-orchard': 'leaves',
  'the-gardeners-of-europa': 'orbit',
  'nine-minutes-of-light': 'orbit',
  'the-memory-tariff': 'triangles',
  'moss-a-slow-biography': 'triangles',
  'the-herons-calendar': 'stems',
  'what-the-hedgerow-keeps': 'stems',
  'atlas-of-small-rivers': 'tide',
  'the-empire-of-string': 'rings',
  'bread-bells-and-borders': 'windows',
  'the-women-who-measured-the-sea': 'moonOverWater',
  'a-short-history-of-candlelight': 'hills',
  'the-patient-stove': 'tiles',
  'pickle-preserve-repeat': 'pages',
  'supper-for-one-twice': 'leaves',
  'the-sourdough-correspondence': 'hills',
}

const WIDTH = 300
const HEIGHT = 450
/** The position of the first letter, from the left and from the top. */
const LEFT = 28
const TOP = 34
/** The maximum width of a line. */
const ROOM = WIDTH - LEFT - 24
/** The first baseline and the distance to the next, in ems. */
const ASCENT = 0.85
const LINE_HEIGHT = 1.12

function drawCover(book: Book): SafeHtml {
  const random = createRandom(book.slug)
  // Neighbours in the list should differ, so the palette depends on the id and not on chance.
  const palette = palettes[(book.id * 3) % palettes.length]!
  const motif: Motif = motifs[drawings[book.slug] ?? anyMotif(random)]
  const isSerif = book.id % 3 !== 1
  const lines = wrap(isSerif ? book.title : book.title.toUpperCase(), isSerif ? 13 : 12)
  const size = titleSize(lines)
  const authorTop = TOP + size * (ASCENT + lines.length * LINE_HEIGHT) + 8
  const family = isSerif
    ? "'Iowan Old Style', Palatino, 'Palatino Linotype', Georgia, 'Liberation Serif', serif"
    : "'Avenir Next', 'Gill Sans', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"

  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    width="600"
    height="900"
  >
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.ground}" />
    ${motif(palette, random)}
    <g fill="${palette.letters}" font-family="${family}">
      ${lines.map((line, i) => {
        const y = TOP + size * (ASCENT + i * LINE_HEIGHT)
        return drawLine(line, y, size, isSerif ? 600 : 700)
      })}
      ${drawLine(book.author, authorTop, Math.min(17, ROOM / widthOf(book.author)), 400)}
    </g>
    <rect width="9" height="${HEIGHT}" fill="#000" fill-opacity="0.14" />
    <rect x="9" width="1.5" height="${HEIGHT}" fill="#fff" fill-opacity="0.16" />
  </svg>`
}

/** Splits a title into lines of at most `width` letters, unless one word is longer. */
function wrap(title: string, width: number): string[] {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`
    } else {
      lines.push(word)
    }
  }

  return lines
}

/** Returns the largest font size for the longest line and the space above the drawing. */
function titleSize(lines: readonly string[]): number {
  const byWidth = ROOM / Math.max(...lines.map(widthOf))
  const byHeight = 152 / (ASCENT + lines.length * LINE_HEIGHT)

  return Math.min(40, byWidth, byHeight)
}

/** Draws a line of text with the estimated width, whatever font the visitor has. */
function drawLine(line: string, y: number, size: number, weight: number): SafeHtml {
  return html`<text
    x="${LEFT}"
    y="${y.toFixed(1)}"
    font-size="${size.toFixed(1)}"
    font-weight="${weight}"
    textLength="${(widthOf(line) * size).toFixed(1)}"
    lengthAdjust="spacingAndGlyphs"
    >${line}</text
  >`
}

/** Estimates the width of a line in ems. A font that is wider or narrower is scaled to fit. */
function widthOf(line: string): number {
  return Array.from(line).reduce((width, letter) => width + letterWidth(letter), 0)
}

function letterWidth(letter: string): number {
  if (/[ .,:;!'’‘|ijlI]/.test(letter)) return 0.3
  if (/[fjrt()-]/.test(letter)) return 0.38
  if (/[mMwW]/.test(letter)) return 0.92
  if (/\p{Lu}/u.test(letter)) return 0.7
  return letter < '\u1100' ? 0.51 : 1 // Chinese, Japanese and Korean characters, and symbols.
}

function anyMotif(random: () => number): keyof typeof motifs {
  const names = Object.keys(motifs) as (keyof typeof motifs)[]
  return names[Math.floor(random() * names.length)]!
}
