import { describe, expect } from 'vitest'
import { uniqueName } from '../../support/unique-name.ts'
import type { CreateTest, Visitor } from '../visitor.ts'
import { isKept, shows } from './drafts.ts'

const fields = ['title', 'body', 'search', 'loose']
const typed = { title: 'e', body: 'e', search: 'e', loose: 'e' }
const nothing = { title: '', body: '', search: '', loose: '' }

/** A document that the browser returns to: from memory, from its cache or from the server, with the fields as they were. */
export function describeDraftsOfReturns(createTest: CreateTest): void {
  const test = createTest('drafts')

  describe('what was typed in a document that the browser returns to', () => {
    test('is not there for the next person who goes Back to it', async ({ visitor }) => {
      const { name } = await writeMemo(visitor)
      const next = await logInAsAnother(visitor)
      await visitor.travel(-2)
      await isEmptyFor(visitor, name, next)
      await visitor.reload()
      await isEmptyFor(visitor, name, next)
      await visitor.open(`/memo/${name}`)
      await isEmptyFor(visitor, name, next)
    })

    test('is not there for the next person who loads it again', async ({ visitor }) => {
      const { name } = await writeMemo(visitor)
      const next = await becomeAnother(visitor)
      await visitor.reload()
      await isEmptyFor(visitor, name, next)
    })

    test('is not there for a person who has logged in beside it, in another window', async ({
      visitor,
    }) => {
      const { name } = await writeMemo(visitor)
      const told = await visitor.evaluate(readTold)
      const next = await becomeAnother(visitor)
      // Windows of drivers cannot be opened in the same way. A frame is one too.
      await visitor.evaluate(() => {
        document.body.append(Object.assign(document.createElement('iframe'), { src: '/' }))
      })
      await expect.poll(() => visitor.evaluate(readTold)).not.toBe(told)
      await visitor.goto('/about')
      await visitor.back()
      await isEmptyFor(visitor, name, next)
    })

    test('is not there for a guest, nor is the page of the person who has logged out', async ({
      visitor,
    }) => {
      const { name } = await writeMemo(visitor)
      await visitor.evaluate(() => {
        const form = document.querySelector<HTMLFormElement>('form[action="/logout"]')!
        setTimeout(() => form.submit())
      })
      await visitor.reads('#user', 'Nobody')
      await visitor.isLive()
      await visitor.back()
      await visitor.isAt(`/login?next=${encodeURIComponent(`/memo/${name}`)}`)
    })

    test('is there for the person who typed it, in all fields', async ({ visitor }) => {
      const { name, user } = await writeMemo(visitor)
      await visitor.goto(`/become/${user}`)
      await visitor.back()
      await visitor.isAt(`/memo/${name}`)
      await visitor.isLive()
      await shows(visitor, typed)
    })
  })
}

/** A page that stays open while someone else signs in, in another tab. */
export function describeAnotherVisitor(createTest: CreateTest): void {
  const test = createTest('drafts')

  describe('a page that is open while another person signs in', () => {
    test('shows nothing of the old one beside the page that a link leads to', async ({
      visitor,
    }) => {
      const [name, user] = [uniqueName(), uniqueName()]
      await visitor.goto(`/become/${user}`)
      await visitor.open(`/write/${name}`)
      await isKept(visitor, { text: 'Of the old one' })
      const next = await becomeAnother(visitor)
      await visitor.click('a', 'Next record')
      await visitor.isAt(`/write/${name}-next`)
      await visitor.reads('#user', next)
      await visitor.isLive()
      await visitor.back()
      await visitor.isAt(`/write/${name}`)
      await visitor.reads('#user', next)
      await visitor.isLive()
      expect(await visitor.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
        'Of the old one',
      )
    })

    test('shows nothing of the old one beside what it has heard of as a live page', async ({
      visitor,
    }) => {
      const [name, user] = [uniqueName(), uniqueName()]
      await visitor.goto(`/become/${user}`)
      await visitor.open(`/shared/${name}`)
      await expect
        .poll(() => visitor.server.requests.some((line) => /_data=;live=\d/.test(line)))
        .toBe(true)
      const next = await becomeAnother(visitor)
      await fetch(`${visitor.server.url}/store/${name}`, {
        method: 'POST',
        body: new URLSearchParams({ text: 'Changed' }),
      })
      await visitor.reads('#stored', 'Changed')
      await visitor.reads('#user', next)
    })
  })
}

/** Signs in, and presses a key in each field. Chromium restores nothing that a script has typed. */
async function writeMemo(visitor: Visitor): Promise<{ name: string; user: string }> {
  const [name, user] = [uniqueName(), uniqueName()]
  await visitor.goto(`/become/${user}`)
  await visitor.open(`/memo/${name}`)
  for (const field of fields) {
    await visitor.click(`[name=${field}]`)
    await visitor.press('e')
  }
  await shows(visitor, typed)
  await expect.poll(() => readDrafts(visitor)).toContain('["body",')
  return { name, user }
}

/** Signs in as another person, and loads a page that tells it. */
async function logInAsAnother(visitor: Visitor): Promise<string> {
  const next = uniqueName()
  await visitor.goto(`/become/${next}`)
  await visitor.open('/')
  await visitor.reads('#user', next)
  return next
}

/** Signs in as another person, while the page stays. */
async function becomeAnother(visitor: Visitor): Promise<string> {
  const next = uniqueName()
  await visitor.evaluate((next) => {
    void fetch(`/become/${next}`).then(() => Object.assign(window, { next }))
  }, next)
  await expect.poll(() => visitor.evaluate(() => 'next' in window)).toBe(true)
  return next
}

async function isEmptyFor(visitor: Visitor, name: string, user: string): Promise<void> {
  await visitor.isAt(`/memo/${name}`)
  await visitor.reads('#user', user)
  await visitor.isLive()
  await shows(visitor, nothing)
  await visitor.evaluate(() => dispatchEvent(new Event('pagehide')))
  expect(await readDrafts(visitor)).not.toContain('["body",')
}

function readDrafts(visitor: Visitor): Promise<string> {
  return visitor.evaluate(() => JSON.stringify({ ...sessionStorage }).replaceAll('\\', ''))
}

/** Runs in the page. Returns who was told last in any window. */
function readTold(): string | null {
  return localStorage.getItem('fw:visitor/')
}
