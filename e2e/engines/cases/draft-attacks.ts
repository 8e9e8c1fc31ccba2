import { describe, expect, inject } from 'vitest'
import { uniqueName } from '../../support/unique-name.ts'
import type { CreateTest, Visitor } from '../visitor.ts'
import { isEmpty, isKept, logIn, shows, startWriting, type } from './drafts.ts'

/** A page that a browser has kept while another person signed in. */
export function describeDraftsOfKeptPages(createTest: CreateTest): void {
  const test = createTest('drafts')

  describe('what was typed in a page that the browser has kept', () => {
    test('attack 2: is not there for the next person, once the page is loaded again', async ({
      visitor,
    }) => {
      const { name } = await startWriting(visitor)
      await visitor.goto(`/become/${uniqueName()}`)
      await visitor.back()
      await visitor.isAt(`/write/${name}`)
      // Until then, the browser may show the page as it was left: decisions/041.
      await visitor.isLive()
      await visitor.reload()
      await visitor.isLive()
      await visitor.sees('#late', 1)
      await isEmpty(visitor)
    })
  })
}

/** Attacks on drafts in which engines differ: keys, hydration, and what a browser restores itself. */
export function describeDraftsInEngines(createTest: CreateTest): void {
  const test = createTest('drafts')

  describe('what was typed at an unusual moment, or into an unusual control', () => {
    test('attack 21: stays while the page hydrates in the middle of a composition, and is kept', async ({
      visitor,
    }) => {
      const name = uniqueName()
      const composed = { title: 'にほん', body: 'ほん' }
      const late = { late: 'In a part that came later' }
      await visitor.goto(`/become/${uniqueName()}`)
      const scripts = visitor.server.hold(/\.js/)
      await visitor.goto(`/desk/${name}`)
      await visitor.sees('#late', 1)
      await visitor.evaluate(type, late)
      await visitor.evaluate(beginComposition, composed)
      scripts.stop()
      await visitor.isLive()
      await shows(visitor, { title: 'にほ', body: 'ほ', ...late })
      await visitor.evaluate(endComposition, composed)
      await isKept(visitor, { number: '42' })
      await visitor.reload()
      await visitor.isLive()
      await shows(visitor, { ...composed, ...late, number: '42' })

      // Back to a document: the browser restores it as it was, or its fields, or nothing.
      await visitor.goto(`/recorded/${name}`)
      await visitor.back()
      await visitor.isAt(`/desk/${name}`)
      await visitor.isLive()
      await shows(visitor, { ...composed, ...late, number: '42' })
      await hasRecorded(visitor, name, 0)
    })

    test('attack 22: is kept in radio buttons outside of the form, and not as an option that is gone, a number that is none or half a date', async ({
      visitor,
    }) => {
      await openDesk(visitor)
      await visitor.click('[name=number]')
      await visitor.press('e')
      await expect
        .poll(() =>
          visitor.evaluate(
            () => document.querySelector<HTMLInputElement>('[name=number]')!.validity.badInput,
          ),
        )
        .toBe(true)
      await visitor.click('[name=day]')
      await visitor.press('1')
      await isKept(visitor, { title: 'A title', side: ['right'], going: 'q' })
      visitor.server.deploy(inject('builds').nextDrafts)
      await visitor.reload()
      await visitor.reads('#release', 'second')
      await visitor.isLive()
      await shows(visitor, { title: 'A title', side: ['right'], going: 'p', number: '', day: '' })
    })

    test('attack 20: a form works if the storage is blocked, and Back brings its text', async ({
      visitor,
    }) => {
      const name = uniqueName()
      await visitor.goto(`/become/${uniqueName()}`)
      const scripts = visitor.server.hold(/\.js/)
      await visitor.goto(`/desk/${name}`)
      await visitor.evaluate(blockStorage)
      scripts.stop()
      await visitor.isLive()
      await leadsBackTo(visitor, { title: 'In memory' })
      await visitor.click('#note button', 'Send')
      await hasRecorded(visitor, name, 1)
      await visitor.stayed()
    })
  })
}

/** Attacks on drafts that are not about engines. */
export function describeDraftAttacks(createTest: CreateTest): void {
  describeOwners(createTest)
  describeMutations(createTest)
  describeHistory(createTest)
  describeFailures(createTest)
}

function describeOwners(createTest: CreateTest): void {
  const test = createTest('drafts')

  describe('whose text it is', () => {
    test('attack 2: after a logout by a link, it is not there for the next person who presses Back', async ({
      visitor,
    }) => {
      await openDesk(visitor)
      await isKept(visitor, { title: 'A secret title' })
      await visitor.click('nav a', 'Leave')
      await visitor.reads('#user', 'Nobody')
      await visitor.click('a', 'Log in')
      await logIn(visitor, uniqueName())
      await visitor.reads('h1', 'Home')
      await visitor.travel(-3)
      await visitor.reads('h1', 'Desk')
      await hasNothing(visitor)
    })

    test('attack 2: after a logout without JavaScript, it is not there for the next person', async ({
      visitor,
    }) => {
      const { name } = await openDesk(visitor)
      await isKept(visitor, { title: 'A secret title' })
      await visitor.evaluate(() => {
        const form = document.querySelector<HTMLFormElement>('form[action="/logout"]')!
        setTimeout(() => form.submit())
      })
      await visitor.reads('#user', 'Nobody')
      await visitor.goto(`/become/${uniqueName()}`)
      await visitor.open(`/desk/${name}`)
      await hasNothing(visitor)
    })

    test('attack 2: after a logout to a page for everyone, it is not there for the next person', async ({
      visitor,
    }) => {
      const { name } = await openDesk(visitor)
      await isKept(visitor, { title: 'A secret title' })
      await visitor.click('button', 'Log out to a page for everyone')
      await visitor.reads('h1', 'About')
      await visitor.back()
      await logIn(visitor, uniqueName())
      await visitor.isAt(`/desk/${name}`)
      await hasNothing(visitor)
    })

    test('attack 5: it is there again after a guard has asked a person who is signed in', async ({
      visitor,
    }) => {
      const [name, user] = [uniqueName(), uniqueName()]
      await visitor.goto(`/become/${user}`)
      await visitor.open(`/vault/${name}`)
      await isKept(visitor, { title: 'A title' })
      await fetch(`${visitor.server.url}/end/${user}?confirmed`)
      await visitor.click('#vault button', 'Send')
      await visitor.click('button', 'It is me')
      await visitor.isAt(`/vault/${name}`)
      await shows(visitor, { title: 'A title' })
      await visitor.reads('#told', 'We kept what you typed.')
      await hasRecorded(visitor, name, 0)
      await visitor.click('#vault button', 'Send')
      await visitor.reads('h1', `Sent ${name}`)
      await hasRecorded(visitor, name, 1)
    })

    test('attack 5: it is not there again if the action itself has sent a guest to the login', async ({
      visitor,
    }) => {
      const name = uniqueName()
      await visitor.open(`/guest/${name}`)
      await isKept(visitor, { title: 'A title' })
      await visitor.click('#guest button', 'Send')
      await logIn(visitor, uniqueName())
      await visitor.isAt(`/guest/${name}`)
      await shows(visitor, { title: '' })
    })

    test('attacks 14 and 18: it is there again if a button beside its form has found that the session has ended, and after Back to the login and Forward', async ({
      visitor,
    }) => {
      const { name, user } = await openDesk(visitor)
      await isKept(visitor, { title: 'Half written' })
      await fetch(`${visitor.server.url}/end/${user}`)
      await visitor.click('#like button')
      await logIn(visitor, user)
      await visitor.isAt(`/desk/${name}`)
      await shows(visitor, { title: 'Half written' })
      await visitor.back()
      await visitor.reads('h1', 'Log in')
      await visitor.forward()
      await visitor.reads('h1', 'Desk')
      await shows(visitor, { title: 'Half written' })
      await hasRecorded(visitor, name, 0)
    })

    test('attack 18: a live page shows it over a record that another person has changed, and after a login', async ({
      visitor,
    }) => {
      const [name, user] = [uniqueName(), uniqueName()]
      await visitor.goto(`/become/${user}`)
      await visitor.open(`/shared/${name}`)
      await expect
        .poll(() => visitor.server.requests.some((line) => /_data=;live=\d/.test(line)))
        .toBe(true)
      await isKept(visitor, { body: 'My text' })
      await store(visitor, name, 'Changed')
      await visitor.reads('#stored', 'Changed')
      await shows(visitor, { body: 'My text' })

      await fetch(`${visitor.server.url}/end/${user}`)
      await store(visitor, name, 'Changed again')
      await logIn(visitor, user)
      await visitor.isAt(`/shared/${name}`)
      await visitor.reads('#stored', 'Changed again')
      await shows(visitor, { body: 'My text' })
      await visitor.reads('#outdated', 'body')
      await hasRecorded(visitor, name, 0)
    })

    test('attack 23: a duplicated tab has a copy, and both tabs together send it once', async ({
      visitor,
    }) => {
      const [name, user] = [uniqueName(), uniqueName()]
      await visitor.goto(`/become/${user}`)
      await visitor.open(`/once/${name}`)
      await isKept(visitor, { title: 'A title' })
      const held = visitor.server.hold(/once=1/)
      await visitor.click('#once button', 'Send')
      const first = await held.next()
      await first.passOn()
      first.cut()
      await hasRecorded(visitor, name, 1)
      // The first tab goes on to send: its requests wait until the copy has sent.
      await visitor.evaluate(() => {
        Object.assign(window, { copy: open(location.href) })
      })
      const readCopy = (selector: string): Promise<string | undefined> =>
        visitor.evaluate(
          (css) =>
            (window as unknown as { copy: Window }).copy.document.querySelector(css)?.textContent,
          selector,
        )
      await expect.poll(() => readCopy('#told')).toBe('Perhaps sent')
      held.stop()
      await visitor.evaluate(() => {
        const { copy } = window as unknown as { copy: Window }
        copy.document.querySelector<HTMLElement>('#once button')!.click()
      })
      await expect.poll(() => readCopy('h1')).toBe(`Sent ${name}`)
      await hasRecorded(visitor, name, 1)
    })
  })
}

function describeMutations(createTest: CreateTest): void {
  const test = createTest('drafts')

  describe('a form that is sent', () => {
    test('attack 13: ends its draft when a fetcher was accepted after the person has left', async ({
      visitor,
    }) => {
      const { name } = await openDesk(visitor)
      await isKept(visitor, { title: 'A title' })
      const held = visitor.server.hold(/^\/desk\//)
      await visitor.click('#note button', 'Send')
      const post = await held.next()
      await visitor.click('nav a', 'Home')
      await visitor.reads('h1', 'Home')
      expect(await readStorage(visitor)).toContain('A title')
      held.stop()
      post.release()
      await expect.poll(() => readStorage(visitor)).not.toContain('A title')
      await visitor.back()
      await visitor.reads('h1', 'Desk')
      await shows(visitor, { title: '' })
      await hasRecorded(visitor, name, 1)
    })

    test('attack 13: keeps the text whose request another form of its fetcher has aborted', async ({
      visitor,
    }) => {
      await openDesk(visitor)
      await isKept(visitor, { one: 'The first text', two: 'The second text' })
      const held = visitor.server.hold(/^\/desk\//)
      await visitor.click('#one button')
      const first = await held.next()
      await visitor.click('#two button')
      const second = await held.next()
      held.stop()
      second.release()
      await expect.poll(() => readStorage(visitor)).not.toContain('The second text')
      first.cut()
      await visitor.reload()
      await visitor.isLive()
      await shows(visitor, { one: 'The first text', two: '' })
    })

    test('attack 13: two responses cross, and what was typed while a form was sent is its next draft, with all fields', async ({
      visitor,
    }) => {
      const { name } = await openDesk(visitor)
      await isKept(visitor, { title: 'A title', one: 'The first text' })
      const held = visitor.server.hold(/^\/desk\//)
      await visitor.click('#note button', 'Send')
      const note = await held.next()
      await visitor.click('#one button')
      const one = await held.next()
      held.stop()
      await visitor.evaluate(type, { body: 'Typed since' })
      one.release()
      await expect.poll(() => readStorage(visitor)).not.toContain('The first text')
      note.release()
      await visitor.reads('#state', 'idle')
      await expect.poll(() => readStorage(visitor)).toContain('Typed since')
      await visitor.reload()
      await visitor.isLive()
      await shows(visitor, { title: 'A title', body: 'Typed since', one: '' })
      await visitor.reads('#told', 'Kept')
      await hasRecorded(visitor, name, 2)
    })

    test('attack 13: has all fields in its draft if the person types on after a preview', async ({
      visitor,
    }) => {
      const { name } = await openDesk(visitor)
      await isKept(visitor, { title: 'A title' })
      await visitor.click('#note button', 'Preview')
      await hasRecorded(visitor, name, 1)
      await visitor.reads('#state', 'idle')
      await isKept(visitor, { body: 'Typed on' })
      await visitor.reload()
      await visitor.isLive()
      await shows(visitor, { title: 'A title', body: 'Typed on' })
    })

    test('attack 7: sends nothing when it is filled, hidden and shown, though it is sent on each change', async ({
      visitor,
    }) => {
      const { name } = await openDesk(visitor)
      await isKept(visitor, { auto: 'By hand', also: ['on'] })
      await visitor.click('nav a', 'Home')
      await visitor.reads('h1', 'Home')
      await visitor.evaluate(() => {
        Object.assign(window, { saves: true })
      })
      await visitor.back()
      await shows(visitor, { auto: 'By hand', also: ['on'] })
      for (const text of ['Show', 'Hide']) {
        await visitor.click('#hide')
        await visitor.reads('#hide', text)
      }
      await shows(visitor, { auto: 'By hand', also: ['on'] })
      // It is filled once: what the person then changes stays.
      await visitor.evaluate(() => Reflect.deleteProperty(window, 'saves'))
      await visitor.evaluate(type, { auto: '' })
      for (const text of ['Show', 'Hide']) {
        await visitor.click('#hide')
        await visitor.reads('#hide', text)
      }
      await shows(visitor, { auto: '', also: ['on'] })
      await hasRecorded(visitor, name, 0)
      expect(visitor.server.requests.filter((line) => line.startsWith('POST'))).toEqual([])
    })
  })
}

function describeHistory(createTest: CreateTest): void {
  const test = createTest('drafts')

  describe('the history', () => {
    test('attack 15: two fast Backs from a form, and past it, save its text for its entry', async ({
      visitor,
    }) => {
      await visitor.goto(`/become/${uniqueName()}`)
      await visitor.open('/')
      await visitor.click('nav a', 'About')
      await visitor.reads('h1', 'About')
      await follow(visitor, `/desk/${uniqueName()}`)
      await visitor.reads('h1', 'Desk')
      await isKept(visitor, { title: 'The first text' })
      await visitor.evaluate(type, { title: 'The last text' })
      await visitor.evaluate(backTwice)
      await visitor.reads('h1', 'Home')
      await visitor.travel(2)
      await visitor.reads('h1', 'Desk')
      await shows(visitor, { title: 'The last text' })
      await visitor.click('nav a', 'Home')
      await visitor.reads('h1', 'Home')
      await visitor.evaluate(backTwice)
      await visitor.reads('h1', 'About')
      await visitor.forward()
      await visitor.reads('h1', 'Desk')
      await shows(visitor, { title: 'The last text' })
      await visitor.stayed()
    })

    test('attack 15: Back before a deferred form came keeps its text', async ({ visitor }) => {
      const { name } = await openDesk(visitor)
      await visitor.sees('#late', 1)
      await isKept(visitor, { late: 'In the late part' })
      await visitor.click('nav a', 'Home')
      await visitor.reads('h1', 'Home')
      await store(visitor, `gate-${name}`, 'closed')
      await visitor.back()
      await visitor.sees('#waiting', 1)
      await visitor.forward()
      await visitor.reads('h1', 'Home')
      await store(visitor, `gate-${name}`, 'open')
      await visitor.back()
      await visitor.sees('#late', 1)
      await shows(visitor, { late: 'In the late part' })
    })

    test('attack 15: a blocked Back changes nothing, and what is typed then is kept', async ({
      visitor,
    }) => {
      await visitor.goto(`/become/${uniqueName()}`)
      await visitor.open('/')
      await follow(visitor, `/desk/${uniqueName()}`)
      await visitor.reads('h1', 'Desk')
      await isKept(visitor, { title: 'Before' })
      await visitor.click('#ask')
      await visitor.back()
      await visitor.reads('#blocker', 'blocked')
      await visitor.click('#stay')
      await visitor.reads('#blocker', 'unblocked')
      await isKept(visitor, { title: 'Afterwards' })
      await visitor.reload()
      await visitor.isLive()
      await shows(visitor, { title: 'Afterwards' })
    })

    test('attack 15: a form that was left while its response was on its way has its text', async ({
      visitor,
    }) => {
      const { name } = await openDesk(visitor)
      await visitor.sees('#late', 1)
      await isKept(visitor, { late: 'In the late part' })
      const held = visitor.server.hold(/^\/desk\//)
      await visitor.click('#late button')
      const post = await held.next()
      await post.passOn()
      held.stop()
      await visitor.click('nav a', 'Home')
      await visitor.reads('h1', 'Home')
      post.release()
      await visitor.back()
      await visitor.sees('#late', 1)
      await shows(visitor, { late: 'In the late part' })
      await hasRecorded(visitor, name, 1)
    })
  })
}

function describeFailures(createTest: CreateTest): void {
  const test = createTest('drafts')

  describe('a browser without the code of drafts, or without room for them', () => {
    for (const how of [404, 'cut'] as const) {
      test(`attack 20: forms work without drafts if their code cannot be had (${how}), and no document is loaded`, async ({
        visitor,
      }) => {
        visitor.server.fail(/\/assets\/drafts-/, how, 1000)
        const { name } = await openDesk(visitor)
        await expect
          .poll(() => visitor.server.requests.some((line) => line.includes('/assets/drafts-')))
          .toBe(true)
        await visitor.evaluate(type, { title: 'A title' })
        await visitor.click('#note button', 'Send')
        await hasRecorded(visitor, name, 1)
        await visitor.reads('#state', 'idle')
        await shows(visitor, { title: 'A title' })
        await visitor.click('nav a', 'Home')
        await visitor.reads('h1', 'Home')
        await visitor.back()
        await visitor.reads('h1', 'Desk')
        await shows(visitor, { title: '' })
        await visitor.stayed()
      })
    }

    test('attack 20: a document in a sandbox without an origin runs without scripts, and is loaded once', async ({
      visitor,
    }) => {
      visitor.accepts(/CORS|sandbox/)
      const path = `/guest/${uniqueName()}`
      const html = await (await fetch(visitor.server.url + path)).text()
      const held = visitor.server.hold(new RegExp(`^${path}$`))
      const loaded = visitor.goto(path)
      const policy = { 'Content-Security-Policy': 'sandbox allow-scripts allow-forms' }
      ;(await held.next()).respond(200, { 'Content-Type': 'text/html', ...policy }, html)
      held.stop()
      await loaded
      await expect.poll(() => visitor.evaluate(() => document.readyState)).toBe('complete')
      await visitor.evaluate(type, { title: 'A title' })
      await shows(visitor, { title: 'A title' })
      // The first request is that of the test.
      const documents = visitor.server.requests.filter((line) => line === `GET ${path}`)
      expect(documents).toHaveLength(2)
    })

    test('attack 20: Back brings the text if the storage is full', async ({ visitor }) => {
      const { name } = await openDesk(visitor)
      await isKept(visitor, { title: 'While there is room' })
      await visitor.evaluate(fillStorage)
      await leadsBackTo(visitor, { title: 'x'.repeat(2000) })
      await visitor.click('#note button', 'Send')
      await hasRecorded(visitor, name, 1)
      await visitor.stayed()
    })
  })
}

/** Signs in without a form, and opens a page with small forms. */
async function openDesk(visitor: Visitor): Promise<{ name: string; user: string }> {
  const [name, user] = [uniqueName(), uniqueName()]
  await visitor.goto(`/become/${user}`)
  await visitor.open(`/desk/${name}`)
  return { name, user }
}

/** Types, leaves the page by a link, and comes back to the same text. */
async function leadsBackTo(visitor: Visitor, typed: Record<string, string>): Promise<void> {
  await expect
    .poll(() => visitor.server.requests.some((line) => line.includes('/assets/drafts-')))
    .toBe(true)
  await expect
    .poll(async () => {
      await visitor.evaluate(type, typed)
      await visitor.click('nav a', 'Home')
      await visitor.reads('h1', 'Home')
      await visitor.back()
      await visitor.reads('h1', 'Desk')
      return visitor.evaluate(() => document.querySelector<HTMLInputElement>('[name=title]')!.value)
    })
    .toBe(typed['title'])
}

async function hasNothing(visitor: Visitor): Promise<void> {
  await shows(visitor, { title: '' })
  await expect.poll(() => readStorage(visitor)).not.toContain('A secret title')
}

/** Waits until the app has recorded as many submissions. */
async function hasRecorded(visitor: Visitor, name: string, times: number): Promise<void> {
  await expect
    .poll(async () => {
      const response = await fetch(`${visitor.server.url}/recorded/${name}`)
      return ((await response.json()) as unknown[]).length
    })
    .toBe(times)
}

/** Changes a record, as another person does. */
async function store({ server }: Visitor, name: string, text: string): Promise<void> {
  const response = await fetch(`${server.url}/store/${name}`, {
    method: 'POST',
    body: new URLSearchParams({ text }),
    headers: { Origin: server.url },
  })
  expect(response.status).toBe(200)
}

function readStorage(visitor: Visitor): Promise<string> {
  return visitor.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage))
}

/** Follows a link that the page does not have. */
async function follow(visitor: Visitor, href: string): Promise<void> {
  await visitor.evaluate((href) => {
    const link = document.querySelector<HTMLAnchorElement>('nav a')!
    const before = link.href
    link.href = href
    link.click()
    link.href = before
  }, href)
}

/** Runs in the page. */
function backTwice(): void {
  history.back()
  history.back()
}

/** Runs in the page. Writes all but the last character of each text, as an input method does. */
function beginComposition(texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    const control = document.querySelector<HTMLInputElement>(`[name=${name}]`)!
    control.focus()
    control.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    control.value = text.slice(0, -1)
    control.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
  }
}

/** Runs in the page. */
function endComposition(texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    const control = document.querySelector<HTMLInputElement>(`[name=${name}]`)!
    control.value = text
    control.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: text }))
    control.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

/** Runs in the page. Browsers do the same if the person has blocked cookies. */
function blockStorage(): void {
  for (const name of ['sessionStorage', 'localStorage']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The test has blocked the storage.', 'SecurityError')
      },
    })
  }
}

/** Runs in the page. */
function fillStorage(): void {
  for (let size = 8 * 1024 ** 2; size > 500; size /= 2) {
    try {
      for (let at = 0; ; at++) sessionStorage.setItem(`${size}/${at}`, 'x'.repeat(size))
    } catch {} // There is no room for another one.
  }
}
