import { setTimeout as pause } from 'node:timers/promises'
import { isDocument, type Rule } from './check.ts'
import { readShown, showsSame, type Shown } from './compare-texts.ts'
import type { Planned } from './planned.ts'
import type { Prover } from './prover.ts'
import type { Sent } from './sender.ts'
import type { Target } from './targets.ts'

export const safeRule: Rule = {
  name: 'safe',
  title: 'A GET request must not change what others see',
  advice:
    'Use POST, PUT or DELETE for what changes something, with a form instead of a link. Browsers, crawlers and mail programs send GET requests that no user has clicked.',
}

const verb =
  /\/(?:add|approve|archive|buy|cancel|clear|close|confirm|create|delete|disable|dislike|enable|hide|increment|like|lock|mark|pay|publish|purge|remove|reset|run|save|send|set|sync|toggle|unlock|update|upvote|vote)[\w-]*(?:\/[:*]\w*)?$/i

/** Whether the name of a route says that it changes something. */
export function seemsToChange({ pattern }: Target): boolean {
  return verb.test(pattern)
}

/** How many pages are read again after a request that may have changed them. */
const maxRead = 16

/** Milliseconds after which a page that shows the time shows another one. Pages seldom show more than seconds. */
const clockTick = 1100

interface Page {
  readonly planned: Planned
  shown: Shown
}

/** The pages that were visited, which a later GET request must not change. */
export class ReadPages {
  readonly #prover: Prover
  readonly #pages: Page[] = []

  constructor(prover: Prover) {
    this.#prover = prover
  }

  /** Looks whether a GET request has changed pages that were visited before it, and remembers its own page. */
  async visit(planned: Planned, sent: Sent): Promise<void> {
    const { target } = planned
    if (target.method !== 'GET') return
    const isUsual = sent.status === 200 && isDocument(sent) && !seemsToChange(target)
    if (!isUsual && sent.starts.length > 0) await this.#findChange(planned)
    if (sent.status !== 200 || !sent.isWhole) return

    const again = await this.#prover.send(planned)
    const shown = readShown(sent.text, again.text)
    if (shown !== undefined && again.status === 200) this.#pages.push({ planned, shown })
  }

  async #findChange(planned: Planned): Promise<void> {
    for (const page of this.#nearest(planned.target)) {
      const { words, varies } = page.shown
      const change = await this.#read(page)
      // A time on a page changes by itself. A counter changes again with the same request.
      if (change === 'none') continue
      if (change === 'numbers' && !(await this.#changesAgain(page, planned))) continue

      const lost = words.filter((word, i) => !varies.has(i) && !page.shown.words.includes(word))
      const gone = `: "${lost.slice(0, 5).join(' ').slice(0, 80)}" is gone`
      const says = `changed what ${page.planned.target.name} shows${lost.length === 0 ? '' : gone}`
      this.#prover.report(safeRule, planned, { says, cause: planned.target.name }, page.planned)
      return
    }
  }

  /** The pages that a request most probably changes: those whose paths begin as its own does. */
  #nearest({ pattern }: Target): Page[] {
    const segments = pattern.split('/')
    const sharedWith = ({ planned }: Page): number => {
      const others = planned.target.pattern.split('/')
      const end = segments.findIndex((segment, i) => segment !== others[i])
      return end === -1 ? segments.length : end
    }
    return this.#pages.toSorted((a, b) => sharedWith(b) - sharedWith(a)).slice(0, maxRead)
  }

  async #changesAgain(page: Page, planned: Planned): Promise<boolean> {
    // Until then, a clock on the page has changed.
    await pause(clockTick)
    for (let i = 0; i < 2; i++) {
      if ((await this.#read(page)) !== 'none') return false
      await this.#prover.send(planned)
      if ((await this.#read(page)) === 'none') return false
    }
    return true
  }

  /** Reads a page again, and remembers what it shows now. A page that differs each time proves nothing. */
  async #read(page: Page): Promise<'none' | 'numbers' | 'words'> {
    const { text } = await this.#prover.send(page.planned)
    if (showsSame(page.shown, text)) return 'none'

    const isNumber = showsSame(page.shown, text, true)
    const shown = readShown(text, (await this.#prover.send(page.planned)).text)
    if (shown === undefined) return 'none'
    page.shown = shown
    return isNumber ? 'numbers' : 'words'
  }
}
