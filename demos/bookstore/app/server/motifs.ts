import { html, type SafeHtml } from 'framework/html-template'
import type { Palette } from './covers.ts'

/** Draws the lower two thirds of a cover of 300 by 450. */
export type Motif = (palette: Palette, random: () => number) => SafeHtml | SafeHtml[]

/** The drawings that covers are made of. */
export const motifs = {
  hills,
  moonOverWater,
  leaves,
  rings,
  windows,
  tide,
  triangles,
  keyhole,
  stems,
  tiles,
  orbit,
  pages,
} satisfies Record<string, Motif>

function hills({ strong, middle, light }: Palette, random: () => number): SafeHtml {
  const ridge = (y: number, height: number) => {
    const [a, b] = [y - height * random(), y + height * random()]
    return `M0 ${y} C 80 ${a}, 140 ${a}, 190 ${y} S 270 ${b}, 300 ${y - 20} V 450 H 0 Z`
  }

  return html`<circle cx="${200 + 40 * random()}" cy="250" r="44" fill="${light}" />
    <path d="${ridge(300, 70)}" fill="${strong}" opacity="0.65" />
    <path d="${ridge(345, 60)}" fill="${strong}" />
    <path d="${ridge(395, 50)}" fill="${middle}" />`
}

function moonOverWater({ strong, middle, light }: Palette): SafeHtml {
  return html`<circle cx="150" cy="300" r="70" fill="${light}" />
    <rect y="330" width="300" height="120" fill="${strong}" />
    ${range(6).map(
      (i) =>
        html`<rect
          x="${80 + i * 9}"
          y="${342 + i * 17}"
          width="${140 - i * 18}"
          height="5"
          rx="2.5"
          fill="${i % 2 === 0 ? light : middle}"
        />`,
    )}`
}

function leaves({ strong, middle, light }: Palette, random: () => number): SafeHtml[] {
  return range(22).map((i) => {
    const x = 30 + (i % 5) * 60 + 22 * random()
    const y = 245 + Math.floor(i / 5) * 52 + 14 * random()
    const fill = [strong, middle, light][i % 3]!
    return html`<path
      d="M0 0 C 16 -26, 40 -26, 52 0 C 40 18, 16 18, 0 0 Z"
      transform="translate(${x} ${y}) rotate(${-70 + 80 * random()})"
      fill="${fill}"
    />`
  })
}

function rings({ strong, middle, light }: Palette, random: () => number): SafeHtml {
  const x = 120 + 80 * random()

  return html`${range(9).map(
      (i) =>
        html`<circle
          cx="${x + i * 2}"
          cy="${345 - i * 2}"
          r="${150 - i * 16}"
          fill="none"
          stroke="${i % 3 === 0 ? middle : strong}"
          stroke-width="${i % 2 === 0 ? 7 : 3}"
        />`,
    )} <circle cx="${x + 18}" cy="327" r="9" fill="${light}" />`
}

function windows({ strong, middle, light }: Palette, random: () => number): SafeHtml {
  return html`<path d="M60 450 V 280 L 150 210 L 240 280 V 450 Z" fill="${strong}" /> ${range(
      12,
    ).map((i) => {
      const isLit = random() > 0.45
      return html`<rect
        x="${82 + (i % 3) * 50}"
        y="${288 + Math.floor(i / 3) * 40}"
        width="34"
        height="26"
        fill="${isLit ? light : middle}"
        opacity="${isLit ? 1 : 0.55}"
      />`
    })}`
}

function tide({ strong, middle, light }: Palette, random: () => number): SafeHtml[] {
  return range(7).map((i) => {
    const y = 250 + i * 30
    const lift = 10 + 16 * random()
    const wave = `M-20 ${y} q 40 ${-lift} 80 0 t 80 0 t 80 0 t 80 0 t 80 0 V 450 H -20 Z`
    const fill = [light, middle, strong][i % 3]!
    return html`<path d="${wave}" transform="translate(${-40 * random()} 0)" fill="${fill}" />`
  })
}

function triangles({ strong, middle, light }: Palette, random: () => number): SafeHtml[] {
  return range(35).map((i) => {
    const x = (i % 5) * 60
    const y = 240 + Math.floor(i / 5) * 60
    const fill = [strong, middle, light][Math.floor(random() * 3)]!
    const corners = random() > 0.5 ? '0,0 60,0 0,60' : '60,60 60,0 0,60'
    return html`<polygon points="${corners}" transform="translate(${x} ${y})" fill="${fill}" />`
  })
}

function keyhole({ strong, middle, light }: Palette): SafeHtml {
  return html`<rect x="28" y="235" width="244" height="187" rx="6" fill="${strong}" />
    <circle cx="150" cy="305" r="34" fill="${light}" />
    <path d="M138 320 L 126 396 H 174 L 162 320 Z" fill="${light}" />
    <circle cx="150" cy="305" r="15" fill="${middle}" />
    ${range(4).map(
      (i) =>
        html`<circle
          cx="${48 + (i % 2) * 204}"
          cy="${255 + Math.floor(i / 2) * 147}"
          r="5"
          fill="${middle}"
        />`,
    )}`
}

function stems({ strong, middle, light }: Palette, random: () => number): SafeHtml[] {
  return range(9).map((i) => {
    const x = 30 + i * 30
    const top = 245 + 90 * random()
    return html`<path
        d="M${x} 450 Q ${x + 20 * random() - 10} ${(top + 450) / 2} ${x} ${top}"
        stroke="${strong}"
        stroke-width="4"
        fill="none"
      />
      <ellipse cx="${x}" cy="${top}" rx="9" ry="17" fill="${i % 2 === 0 ? middle : light}" />
      <ellipse
        cx="${x + 9}"
        cy="${top + 52}"
        rx="11"
        ry="5"
        fill="${strong}"
        transform="rotate(-30 ${x + 9} ${top + 52})"
      />`
  })
}

function tiles({ strong, middle, light }: Palette, random: () => number): SafeHtml[] {
  return range(20).map((i) => {
    const x = 28 + (i % 5) * 49
    const y = 240 + Math.floor(i / 5) * 48
    const turn = Math.floor(random() * 4) * 90
    return html`<g transform="translate(${x} ${y}) rotate(${turn} 22 22)">
      <rect width="44" height="44" fill="${strong}" />
      <path d="M0 0 H 44 A 44 44 0 0 1 0 44 Z" fill="${i % 3 === 0 ? light : middle}" />
    </g>`
  })
}

function orbit({ strong, middle, light }: Palette, random: () => number): SafeHtml {
  return html`${range(26).map(
      () =>
        html`<circle
          cx="${300 * random()}"
          cy="${220 + 230 * random()}"
          r="${0.8 + 1.6 * random()}"
          fill="${light}"
        />`,
    )}
    <circle cx="160" cy="350" r="70" fill="${strong}" />
    <path d="M90 350 A 70 70 0 0 0 230 350 Z" fill="${middle}" opacity="0.5" />
    <ellipse
      cx="160"
      cy="350"
      rx="118"
      ry="26"
      fill="none"
      stroke="${light}"
      stroke-width="5"
      transform="rotate(-16 160 350)"
    />
    <path d="M98 333 A 70 70 0 0 1 224 319 L 222 330 Q 160 352 100 352 Z" fill="${strong}" />`
}

function pages({ strong, middle, light }: Palette, random: () => number): SafeHtml[] {
  return range(8).map((i) => {
    const height = 110 + 80 * random()
    const fill = [strong, middle, light][i % 3]!
    return html`<rect
        x="${32 + i * 30}"
        y="${424 - height}"
        width="${20 + 8 * random()}"
        height="${height}"
        fill="${fill}"
      />
      <rect
        x="${32 + i * 30}"
        y="${440 - height}"
        width="20"
        height="4"
        fill="#000"
        opacity="0.18"
      />`
  })
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i)
}
