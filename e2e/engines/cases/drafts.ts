import { describe, expect, inject } from 'vitest'
import { uniqueName } from '../../support/unique-name.ts'
import type { CreateTest, Visitor } from '../visitor.ts'

/** What was typed, by the name of the control: a string, or the values that are chosen. */
export type Typed = Readonly<Record<string, string | readonly string[]>>

/** What a person types: one text for each kind of control. */
const letter: Typed = {
  text: 'A line with "quotes" & <b>',
  storedText: 'Another line',
  email: 'ada@example.com',
  tel: '0123',
  url: 'https://example.com/',
  search: 'engines',
  number: '42',
  date: '2026-02-03',
  time: '12:34',
  month: '2026-05',
  week: '2026-W07',
  at: '2026-03-04T05:06',
  colour: '#123456',
  range: '8',
  empty: 'Two\nlines',
  stored: 'Instead of the stored text',
  one: 'c',
  many: ['b', 'c'],
  yes: ['on'],
  topics: ['y', 'z'],
  size: ['l'],
  city: 'Oslo',
  controlled: 'In state',
  outside: 'Outside of the form',
}
/** What is typed into the other forms of the page. */
const others: Typed = {
  quick: 'By a fetcher',
  quickStored: 'Instead of its stored text',
  late: 'In a part that came later',
  lateStored: 'Instead of the late text',
}
const secrets: Typed = { secret: 'hunter2', quiet: 'not for you', card: '4111111111111111' }
const everything = { ...letter, ...others }

/** What people type is there again, for them alone. */
export function describeDrafts(createTest: CreateTest): void {
  const test = createTest('drafts')

  describe('what was typed', () => {
    test('is there again after Back, Forward and a reload, and nothing was sent', async ({
      visitor,
    }) => {
      const { name } = await startWriting(visitor)
      await visitor.click('nav a', 'Home')
      await visitor.reads('h1', 'Home')
      await visitor.evaluate(watchFrames)
      await visitor.back()
      await shows(visitor, everything)
      // The first frame with the form has the text.
      await expect
        .poll(() => visitor.evaluate(() => (window as unknown as { frames: string[] }).frames))
        .toEqual(['Two\nlines'])
      await visitor.reads('#told', 'We kept what you typed.')
      await visitor.forward()
      await visitor.reads('h1', 'Home')
      await visitor.back()
      await shows(visitor, everything)
      await visitor.stayed()

      await visitor.reload()
      await visitor.isLive()
      await shows(visitor, everything)
      await visitor.reads('#told', 'We kept what you typed.')
      expect(await visitor.evaluate(valuesOf, Object.keys(secrets))).toEqual({
        secret: '',
        quiet: '',
        card: '',
      })
      await hasSent(visitor, name, 0)
    })

    test('has its code in the document of a page with a form', async ({ visitor }) => {
      const response = await fetch(`${visitor.server.url}/login`)
      const code = /<link rel="modulepreload" href="\/assets\/drafts-[^"]+\.js"/
      expect(await response.text()).toMatch(code)
    })

    test('is there again after a release', async ({ visitor }) => {
      const { name } = await startWriting(visitor)
      visitor.server.deploy(inject('builds').nextDrafts)
      await visitor.reload()
      await visitor.reads('#release', 'second')
      await visitor.isLive()
      await shows(visitor, everything)
      await hasSent(visitor, name, 0)
    })

    test('is there again after a lost connection, and says that it may have been sent', async ({
      visitor,
    }) => {
      const { name } = await startWriting(visitor)
      visitor.server.fail(/\/write\//, 500)
      await visitor.click('#all button', 'Send')
      await visitor.reads('body', /500/)
      await visitor.reload()
      await visitor.isLive()
      await shows(visitor, everything)
      await visitor.reads('#told', 'This may have been sent already.')
      await hasSent(visitor, name, 0)
    })

    test('is there again after the session has ended and its writer has logged in', async ({
      visitor,
    }) => {
      const { name, user } = await startWriting(visitor)
      await fetch(`${visitor.server.url}/end/${user}`)
      await visitor.click('#all button', 'Send')
      await logIn(visitor, user)
      await visitor.isAt(`/write/${name}`)
      await shows(visitor, everything)
      await hasSent(visitor, name, 0)

      await visitor.click('#all button', 'Send')
      await visitor.reads('h1', `Sent ${name}`)
      await hasSent(visitor, name, 1)
      await visitor.back()
      await shows(visitor, others)
      await shows(visitor, { text: '', empty: '', one: 'b', yes: [], size: ['m'] })
    })

    test('is never there for someone else who logs in', async ({ visitor }) => {
      const { name, user } = await startWriting(visitor)
      await fetch(`${visitor.server.url}/end/${user}`)
      await visitor.click('#all button', 'Send')
      await logIn(visitor, uniqueName())
      await visitor.isAt(`/write/${name}`)
      await visitor.sees('#late', 1)
      await isEmpty(visitor)
      await visitor.reload()
      await visitor.isLive()
      await visitor.sees('#late', 1)
      await isEmpty(visitor)
      await hasSent(visitor, name, 0)
    })

    test('is gone after a logout', async ({ visitor }) => {
      const { name, user } = await startWriting(visitor)
      await visitor.click('#logout')
      await visitor.reads('#user', 'Nobody')
      await visitor.open(`/login?next=/write/${name}`)
      await logIn(visitor, user)
      await visitor.isAt(`/write/${name}`)
      await visitor.sees('#late', 1)
      await isEmpty(visitor)
    })

    test('is there again in the rows of a list, also in those that were added', async ({
      visitor,
    }) => {
      const name = uniqueName()
      await visitor.open(`/login?next=/contacts/${name}`)
      await logIn(visitor, uniqueName())
      await visitor.isAt(`/contacts/${name}`)
      await visitor.click('button', 'Add')
      await visitor.sees('fieldset', 2)
      await visitor.click('button', 'Add')
      await visitor.sees('fieldset', 3)
      await visitor.click('button', 'Remove 2')
      await visitor.sees('fieldset', 2)
      const names = await visitor.evaluate(() =>
        Array.from(
          document.querySelectorAll<HTMLInputElement>('[aria-label]:is(input, textarea)'),
          ({ name }) => name,
        ),
      )
      const typed = Object.fromEntries(names.map((name) => [name, `Text of ${name}`]))
      const { password: _, ...kept } = typed
      await isKept(visitor, typed)
      await visitor.reload()
      await visitor.isLive()
      await shows(visitor, kept)
      await visitor.sees('fieldset', 2)
      await visitor.reads('#told', 'We kept what you typed.')
      await shows(visitor, { password: '' })
    })
  })
}

/** Logs in, opens a page with every kind of control, and types into all of them. */
export async function startWriting(visitor: Visitor): Promise<{ name: string; user: string }> {
  const [name, user] = [uniqueName(), uniqueName()]
  await visitor.open(`/login?next=/write/${name}`)
  await logIn(visitor, user)
  await visitor.isAt(`/write/${name}`)
  await visitor.sees('#late', 1)
  await isKept(visitor, { text: 'The first text' })
  await visitor.evaluate(type, { ...everything, ...secrets })
  await shows(visitor, everything)
  return { name, user }
}

/** Types, and waits until the code of drafts is there and has stored it. From then on, nothing that is typed is lost. */
export async function isKept(visitor: Visitor, typed: Typed): Promise<void> {
  await visitor.evaluate(type, typed)
  const [text] = Object.values(typed)
  await expect.poll(() => visitor.evaluate(() => JSON.stringify(sessionStorage))).toContain(text)
}

export async function logIn(visitor: Visitor, user: string): Promise<void> {
  await visitor.reads('h1', 'Log in')
  await visitor.fill('[name=name]', user)
  await visitor.click('button', 'Enter')
  await visitor.reads('#user', user)
}

export async function shows(visitor: Visitor, typed: Typed): Promise<void> {
  await expect.poll(() => visitor.evaluate(valuesOf, Object.keys(typed))).toEqual(typed)
}

/** Nothing that was typed is in the page, nor stored in the browser. */
export async function isEmpty(visitor: Visitor): Promise<void> {
  await shows(visitor, { text: '', empty: '', controlled: '', quick: '', late: '', one: 'b' })
  await expect
    .poll(() => visitor.evaluate(() => JSON.stringify([sessionStorage, localStorage])))
    .not.toMatch(/Another line|By a fetcher|came later/)
}

/** Also checks that no secret is stored. */
async function hasSent(visitor: Visitor, name: string, times: number): Promise<void> {
  const response = await fetch(`${visitor.server.url}/recorded/${name}`)
  expect(await response.json()).toHaveLength(times)
  const stored = await visitor.evaluate(() => JSON.stringify(sessionStorage))
  for (const secret of Object.values(secrets)) expect(stored).not.toContain(secret)
}

/** Runs in the page. Types into controls as a person does, so that React notices. */
export function type(typed: Typed): void {
  for (const [name, value] of Object.entries(typed)) {
    for (const control of document.getElementsByName(name) as NodeListOf<HTMLInputElement>) {
      control.focus()
      if (control.type === 'checkbox' || control.type === 'radio') {
        if (control.checked !== value.includes(control.value)) control.click()
        continue
      }
      if (control instanceof HTMLSelectElement) {
        for (const option of control.options) option.selected = value.includes(option.value)
      } else {
        const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!
        set!.call(control, value)
      }
      control.dispatchEvent(new Event('input', { bubbles: true }))
      control.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
}

/** Runs in the page. Returns what controls show. */
function valuesOf(names: string[]): Typed {
  const valueOf = (controls: HTMLInputElement[]): string | string[] => {
    const [first] = controls
    if (first instanceof HTMLSelectElement && first.multiple) {
      return Array.from(first.selectedOptions, ({ value }) => value)
    }
    const isChoice = first?.type === 'checkbox' || first?.type === 'radio'
    return isChoice
      ? controls.filter(({ checked }) => checked).map(({ value }) => value)
      : (first?.value ?? 'not on the page')
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      valueOf(Array.from(document.getElementsByName(name) as NodeListOf<HTMLInputElement>)),
    ]),
  )
}

/** Runs in the page. Records each text that a frame shows in a text area. */
function watchFrames(): void {
  const frames: string[] = []
  Object.assign(window, { frames })
  const look = (): void => {
    const text = document.querySelector<HTMLTextAreaElement>('[name=empty]')?.value
    if (text !== undefined && frames.at(-1) !== text) frames.push(text)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
