// Draws bars with names, as an SVG with its own background, so that it is readable on light and dark pages.

/** The content of a chart. */
export interface BarChart {
  title: string
  /** What a bar measures. */
  unit: string
  better: 'more' | 'less'
  /** The names of the bars of a row, if there are several. */
  series?: readonly string[]
  /** In any order. The best one is drawn first. */
  rows: readonly Row[]
}

/** A contestant. */
export interface Row {
  name: string
  isOurs: boolean
  bars: readonly Bar[]
}

/** The median and the middle half of the measurements. */
export interface Bar {
  low: number
  value: number
  high: number
}

const width = 480
const margin = 16
const top = 64
const letter = 7.6 // The width of a bold letter in a wide font, because the font of the reader is unknown.
const shades = [1, 0.6, 0.35]

/** Draws a chart. */
export function drawBarChart(chart: BarChart): string {
  const { title, unit, better, series = [] } = chart
  const rows = rank(chart)
  const names = Math.max(...rows.map(({ name }) => name.length)) * letter + margin + 10
  const numbers = 52
  const most = Math.max(...rows.flatMap(({ bars }) => bars.map(({ high }) => high)))
  const scale = (value: number) => round((value / most) * (width - names - numbers - margin))

  const thickness = series.length > 1 ? 10 : 14
  const first = series.length > 1 ? top + 20 : top
  let y = first
  const lines: string[] = []
  for (const { name, isOurs, bars } of rows) {
    const height = bars.length * (thickness + 2)
    const look = isOurs ? ' class="ours"' : ''
    lines.push(
      `<text${look} x="${round(names - 10)}" y="${round(y + height / 2 + 3)}" text-anchor="end">${escape(name)}</text>`,
    )
    for (const [index, bar] of bars.entries()) {
      lines.push(drawBar(bar, index, isOurs))
      y += thickness + 2
    }
    y += 8
  }

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 6}" width="${width}" height="${y + 6}" role="img" aria-labelledby="title">`,
    `<title id="title">${escape(describe(chart))}</title>`,
    `<style>${style}</style>`,
    `<rect class="ground" x=".5" y=".5" width="${width - 1}" height="${y}" rx="8"/>`,
    `<text class="heading" x="${margin}" y="28">${escape(title)}</text>`,
    `<text class="note" x="${margin}" y="47">${escape(`${unit}; ${better} is better`)}</text>`,
    ...(series.length > 1 ? drawLegend(series) : []),
    ...lines,
    '</svg>',
    '',
  ].join('\n')

  function drawBar({ low, value, high }: Bar, index: number, isOurs: boolean): string {
    const x = round(names)
    const middle = round(y + thickness / 2)
    const spread =
      low === high
        ? ''
        : `<path d="M${round(names + scale(low))} ${middle}H${round(names + scale(high))}"/>`

    return (
      `<rect class="${isOurs ? 'bar ours' : 'bar'}" x="${x}" y="${y}" width="${Math.max(scale(value), 1)}" height="${thickness}" rx="2" opacity="${shades[index]}"/>` +
      spread +
      `<text class="number" x="${round(names + Math.max(scale(high), 1) + 6)}" y="${round(middle + 4)}">${format(value)}</text>`
    )
  }
}

/** Returns the chart in words, for people who cannot see it. */
export function describe(chart: BarChart): string {
  const { title, unit, better, series = [] } = chart
  const figures = rank(chart).map(
    ({ name, bars }) => `${name}: ${bars.map(({ value }) => format(value)).join(' and ')}`,
  )
  const what = series.length > 1 ? `${unit}, for ${series.join(' and ')}` : unit

  return `${title} (${what}; ${better} is better). ${figures.join('; ')}.`
}

/** Sorts the rows by the average of their bars, the best first. */
function rank({ better, rows }: BarChart): Row[] {
  const sum = ({ bars }: Row) => bars.reduce((total, { value }) => total + value, 0)
  return rows.toSorted((a, b) => (better === 'more' ? sum(b) - sum(a) : sum(a) - sum(b)))
}

// The chart has its own background, because an image uses the colour scheme of the system, not of the page.
const style = [
  'text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#3d444d}',
  '.number{font-size:11px;font-variant-numeric:tabular-nums}.heading{font-size:15px;font-weight:600;fill:#1f2328}.note{fill:#59636e}',
  'text.ours{font-weight:600;fill:#1f2328}',
  '.ground{fill:#fff;stroke:#d1d9e0}.bar{fill:#8b949e}.bar.ours{fill:#b5482a}',
  'path{stroke:#1f2328;stroke-width:1.5;opacity:.55}',
  '@media(prefers-color-scheme:dark){text{fill:#c3cad2}.heading,text.ours{fill:#f0f6fc}.note{fill:#9198a1}',
  '.ground{fill:#0d1117;stroke:#3d444d}.bar{fill:#6e7681}.bar.ours{fill:#f0875f}path{stroke:#f0f6fc}}',
].join('')

function drawLegend(series: readonly string[]): string[] {
  let x = margin
  return series.map((name, index) => {
    const mark = `<rect class="bar" x="${round(x)}" y="59" width="10" height="10" rx="2" opacity="${shades[index]}"/>`
    const text = `<text class="note" x="${round(x + 15)}" y="68">${escape(name)}</text>`
    x += name.length * letter + 24
    return mark + text
  })
}

/** Formats a value with three digits. A measurement is not more exact than that. */
function format(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toPrecision(3)} M`
  if (value >= 1e4) return `${Math.round(value / 1e3)} k`
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 10 ? 1 : 2)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
