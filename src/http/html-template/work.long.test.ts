import { describe, expect, it } from 'vitest'

import { countWork } from '../../internal/fixtures/count-work.fixture.ts'
import { html } from './index.ts'

/** What each kind of place does with a text. */
const places: Record<string, (text: string) => unknown> = {
  content: (text) => html`<p>${text}</p>`,
  'an attribute': (text) => html`<p title="${text}"></p>`,
  'a URL': (text) => html`<a href="${text}">a</a>`,
  'a part of a URL': (text) => html`<a href="${text}${text}#a">a</a>`,
  srcdoc: (text) => html`<iframe srcdoc="${text}"></iframe>`,
  'nested fragments': (text) =>
    html`<ul>
      ${text.split('', 500).map((each) => html`<li>${html`<b>${each}</b>`}</li>`)}
    </ul>`,
}

const units = [
  'a',
  '&',
  '<',
  '"',
  ' ',
  '\0',
  '&#x41',
  '&#',
  '&amp;',
  '&amp;amp;',
  'j&tab;',
  '\tjava',
]

/** The text of it: an error that names a `javascript:` URL counts too. */
function run(place: (text: string) => unknown, text: string): void {
  try {
    String(place(text))
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
  }
}

describe.each(Object.entries(places))('html, with a long text in %s', (_, place) => {
  it.each(units)('does linear work for many of %j', (unit) => {
    const work = (length: number) => {
      const text = unit.repeat(Math.ceil(length / unit.length))
      return countWork(() => run(place, text))
    }
    work(1) // The template is read once.
    const quarter = work(4_096)
    const whole = work(16_384)
    expect(whole).toBeLessThan(5 * quarter + 1000)
    expect(whole).toBeLessThan(100 * 16_384)
  })
})
