// @vitest-environment happy-dom
import { StrictMode, useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, type LivePage, type LiveRoute } from './hydrated-page.fixture.tsx'
import { Form, Link, Outlet, Scripts, useDraft, useFetcher, useLoaderData } from './index.ts'

let page: LivePage
let messages: unknown[]

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  messages = []
  for (const kind of ['error', 'warn'] as const) {
    vi.spyOn(console, kind).mockImplementation((...args) => void messages.push(args))
  }
})
afterEach(async () => {
  await page.close()
  expect(messages).toEqual([])
  vi.restoreAllMocks()
})

const root: LiveRoute = {
  path: '/',
  default: function Root() {
    return (
      <html lang="en">
        <body>
          <nav>
            <Link to="/">Home</Link>
            <Link to="/note">Note</Link>
          </nav>
          <Outlet />
          <Scripts />
        </body>
      </html>
    )
  },
}
const home: LiveRoute = { path: '/', loader: () => 1, default: () => <h1>Home</h1> }

function Fields() {
  const draft = useDraft('note')
  return (
    <>
      <output>{draft && (draft.isSent ? 'sent' : 'kept')}</output>
      <button type="button" onClick={draft?.discard}>
        Start again
      </button>
      <input name="title" defaultValue="" />
      <textarea name="text" defaultValue="stored" />
      <select name="kind" defaultValue="a">
        <option>a</option>
        <option>b</option>
      </select>
      <input type="checkbox" name="is" value="1" />
      <input type="radio" name="size" value="s" defaultChecked />
      <input type="radio" name="size" value="l" />
      <input type="hidden" name="record" value="7" />
      <input name="code" autoComplete="one-time-code" />
      <input type="password" name="new" autoComplete="new-password" />
    </>
  )
}

const saved: Record<string, unknown>[] = []
const note: LiveRoute = {
  path: '/note',
  loader: () => 'note',
  action: ({ fields }) => saved.push(fields) && 'saved',
  default: function Note() {
    return (
      <Form method="post" id="note">
        <Fields />
        <button>Save</button>
      </Form>
    )
  },
}

const find = <Type extends HTMLElement = HTMLInputElement>(selector: string): Type => {
  const found = document.querySelector<Type>(selector)
  if (!found) throw new Error(`No ${selector} in ${document.body.innerHTML}`)
  return found
}
const named = (name: string) => find(`[name=${name}]`)
const eventually = (check: () => void) => vi.waitFor(check, 10_000)
const link = (text: string) =>
  [...document.querySelectorAll('a')].find((one) => one.textContent === text)!
const go = async (text: string, selector: string) => {
  link(text).click()
  await eventually(() => find(selector))
}
const back = async (selector: string) => {
  history.back()
  await eventually(() => find(selector))
}

/** Types as a person does. */
const type = (control: HTMLInputElement, text: string) => {
  control.focus()
  control.dispatchEvent(new Event('focusin', { bubbles: true }))
  control.value = text
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
const check = (control: HTMLInputElement) => {
  control.dispatchEvent(new Event('focusin', { bubbles: true }))
  control.checked = true
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
const hide = () => dispatchEvent(new Event('pagehide'))
const stored = () => JSON.parse(sessionStorage.getItem('fw:drafts/') || '[]') as { owner: string }[]
const send = async () => {
  const form = find<HTMLFormElement>('form')
  form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
}
/** Waits for the code of drafts, which a page without drafts loads after hydration. */
const ready = async () => {
  await import('./drafts.ts')
  await new Promise((resolve) => setTimeout(resolve))
}

const routes = { root, home, note }
const open = async (options: Parameters<typeof openPage>[2] = {}, url = '/note') => {
  page = await openPage(routes, url, { visitor: 'ada', ...options })
  await ready()
}
const reopen = async (options: Parameters<typeof openPage>[2] = {}, url = '/note') => {
  await page.close()
  await open(options, url)
}

describe('what was typed', () => {
  it('is there again after Back in the app, and nothing was sent or said', async () => {
    await open()
    type(named('title'), 'A title')
    type(named('text'), 'A text')
    type(find('select'), 'b')
    check(named('is'))
    check(find('[value=l]'))
    type(named('code'), '123456')
    type(named('new'), 'secret')
    const events: string[] = []
    for (const type of ['input', 'change', 'submit']) {
      addEventListener(type, () => events.push(type), true)
    }
    await go('Home', 'h1')
    await back('form')
    expect(named('title').value).toBe('A title')
    expect(named('text').value).toBe('A text')
    expect(find('select').value).toBe('b')
    expect(named('is').checked).toBe(true)
    expect(find('[value=l]').checked).toBe(true)
    expect(named('code').value).toBe('')
    expect(named('new').value).toBe('')
    expect(find('output').textContent).toBe('kept')
    expect(events).toEqual([])
    expect(page.requests.filter((one) => one.startsWith('POST'))).toEqual([])
    const text = sessionStorage.getItem('fw:drafts/')!
    expect(text).not.toContain('123456')
    expect(text).not.toContain('secret')
  })

  it('is there again after a reload, in StrictMode too, and stays after a second one', async () => {
    await open()
    type(named('title'), 'A title')
    type(find('select'), 'b')
    hide()
    await reopen({ wrap: (app) => <StrictMode>{app}</StrictMode> })
    expect(named('title').value).toBe('A title')
    expect(find('output').textContent).toBe('kept')
    type(named('text'), 'more')
    hide()
    await reopen()
    expect([named('title').value, named('text').value, find('select').value]).toEqual([
      'A title',
      'more',
      'b',
    ])
  })

  it('is not there on a new visit by a link', async () => {
    await open()
    type(named('title'), 'A title')
    await go('Home', 'h1')
    await go('Note', 'form')
    expect(named('title').value).toBe('')
    expect(find('output').textContent).toBe('')
  })

  it('is gone when the form was accepted', async () => {
    await open()
    type(named('title'), 'A title')
    hide()
    expect(stored()).toHaveLength(1)
    await send()
    await eventually(() => expect(stored()).toEqual([]))
    await go('Home', 'h1')
    await back('form')
    expect(named('title').value).toBe('')
  })

  it('is gone after discard() and after a reset', async () => {
    await open()
    type(named('title'), 'A title')
    hide()
    await reopen()
    find<HTMLButtonElement>('button[type=button]').click()
    expect(named('title').value).toBe('')
    await eventually(() => expect(find('output').textContent).toBe(''))
    expect(stored()).toEqual([])
    type(named('title'), 'Again')
    hide()
    expect(stored()).toHaveLength(1)
    find<HTMLFormElement>('form').reset()
    expect(stored()).toEqual([])
  })

  it('waits at its URL after a lost response, and says that it may have been sent', async () => {
    await open()
    type(named('title'), 'A title')
    page.fail(() => Promise.reject(new TypeError('offline')))
    await send()
    await eventually(() => expect(page.requests).toContain('POST /note'))
    await eventually(() => expect(find('h1').textContent).toBe('Unexpected Error'))
    page.fail(undefined)
    await reopen({}, '/')
    await go('Note', 'form')
    expect(named('title').value).toBe('A title')
    expect(find('output').textContent).toBe('sent')
  })
})

describe('whose text it is', () => {
  it('is never shown to another visitor, who removes it', async () => {
    await open()
    type(named('title'), 'A title')
    hide()
    await reopen({ visitor: 'bob' })
    expect(named('title').value).toBe('')
    expect(stored()).toEqual([])
    await reopen({ visitor: 'ada' })
    expect(named('title').value).toBe('')
  })

  it('is not shown by a document that told nothing, and still stored', async () => {
    await open()
    type(named('title'), 'A title')
    hide()
    await reopen({ visitor: null })
    expect(named('title').value).toBe('')
    type(named('title'), 'By someone')
    hide()
    expect(stored()).toHaveLength(1)
    await reopen()
    expect(named('title').value).toBe('A title')
  })

  it('waits for its owner when the session has ended, and goes to nobody else', async () => {
    await open()
    type(named('title'), 'A title')
    page.tell('-')
    await go('Home', 'h1')
    await go('Note', 'form')
    expect(named('title').value).toBe('')
    page.tell('ada')
    await go('Home', 'h1')
    await go('Note', 'form')
    expect(named('title').value).toBe('A title')
    page.tell('bob')
    await go('Home', 'h1')
    expect(stored()).toEqual([])
  })

  it('is removed by a logout', async () => {
    await open()
    type(named('title'), 'A title')
    hide()
    page.tell('-', 'ada,?')
    await send()
    await eventually(() => expect(stored()).toEqual([]))
  })

  it('is not accepted if the action found nobody signed in, or did not run', async () => {
    await open()
    type(named('title'), 'A title')
    page.tell('-', '-')
    await send()
    await eventually(() => expect(page.requests).toContain('POST /note'))
    await reopen()
    expect(named('title').value).toBe('A title')
  })

  it('is not shown if another tab was told someone else', async () => {
    await open()
    type(named('title'), 'A title')
    await go('Home', 'h1')
    page.tell(undefined)
    localStorage.setItem('fw:visitor/', 'bob')
    await back('form')
    expect(named('title').value).toBe('')
    expect(stored()).toEqual([])
  })

  it('goes to the first who signs in, if nobody was signed in', async () => {
    await open({ visitor: '' })
    type(named('title'), 'A title')
    hide()
    await reopen({ visitor: 'ada' })
    expect(named('title').value).toBe('A title')
    expect(stored().map(({ owner }) => owner)).toEqual(['ada'])
  })

  it('is not kept at all in an app without visitor, which loads nothing', async () => {
    page = await openPage(routes, '/note')
    await ready()
    type(named('title'), 'A title')
    hide()
    expect(sessionStorage.getItem('fw:drafts/')).toBeNull()
    expect(localStorage.getItem('fw:visitor/')).toBeNull()
  })
})

describe('which form it is', () => {
  it('is not another record: another hidden field', async () => {
    const Edit = () => {
      const id = useLoaderData<string>()
      return (
        <Form method="post">
          <input name="title" />
          <input type="hidden" name="id" value={id} />
        </Form>
      )
    }
    let id = '1'
    const edit: LiveRoute = { path: '/edit', loader: () => id, default: Edit }
    page = await openPage({ root, home, edit }, '/edit', { visitor: 'ada' })
    await ready()
    type(named('title'), 'A title')
    hide()
    await page.close()
    id = '2'
    page = await openPage({ root, home, edit }, '/edit', { visitor: 'ada' })
    expect(named('title').value).toBe('')
    expect(messages).toHaveLength(1)
    messages.length = 0
  })

  it('is none of two equal forms', async () => {
    const Two = () => (
      <>
        <Form method="post" id="one">
          <input name="title" />
        </Form>
        <Form method="post" id="two">
          <input name="title" />
        </Form>
      </>
    )
    let Shown = () => (
      <Form method="post">
        <input name="title" />
      </Form>
    )
    const two: LiveRoute = { path: '/two', default: () => <Shown /> }
    page = await openPage({ root, home, two }, '/two', { visitor: 'ada' })
    await ready()
    type(named('title'), 'A title')
    hide()
    await page.close()
    Shown = Two
    page = await openPage({ root, home, two }, '/two', { visitor: 'ada' })
    expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(['', ''])
    expect(String(messages[0])).toContain('Two forms of the page are equal')
    messages.length = 0
  })

  it('begins empty with another key, and in a dialog that opens again', async () => {
    let setKey: (key: number) => void = () => {}
    const Keyed = () => {
      const [key, set] = useState(1)
      useEffect(() => void (setKey = set), [])
      return key === 0 ? null : (
        <Form method="post" key={key}>
          <input name="title" />
        </Form>
      )
    }
    const keyed: LiveRoute = { path: '/keyed', default: Keyed }
    page = await openPage({ root, home, keyed }, '/keyed', { visitor: 'ada' })
    await ready()
    type(named('title'), 'A title')
    const first = find('form')
    setKey(2)
    await eventually(() => expect(find('form')).not.toBe(first))
    expect(named('title').value).toBe('')
    setKey(0)
    await eventually(() => expect(document.querySelector('form')).toBeNull())
    setKey(3)
    await eventually(() => find('form'))
    expect(named('title').value).toBe('')
    await page.close()
    page = await openPage({ root, home, keyed }, '/keyed', { visitor: 'ada' })
    expect(named('title').value).toBe('A title')
  })

  it('survives garbage in the storage', async () => {
    for (const text of [
      '{',
      '5',
      '[null]',
      '[{"id":1}]',
      '[{"n":"","fields":[[]]}]',
      '{"__proto__":[]}',
    ]) {
      sessionStorage.setItem('fw:drafts/', text)
      page = await openPage(routes, '/note', { visitor: 'ada' })
      expect(named('title').value).toBe('')
      await page.close()
    }
    await open()
  })

  it('of a fetcher that goes on after its form is gone ends when it is accepted', async () => {
    let respond: (value: unknown) => void = () => {}
    const Quick = () => {
      const fetcher = useFetcher()
      return (
        <fetcher.Form method="post" action="/quick">
          <input name="title" />
        </fetcher.Form>
      )
    }
    const quick: LiveRoute = {
      path: '/quick',
      default: Quick,
      action: () => new Promise((resolve) => (respond = resolve)),
    }
    page = await openPage({ root, home, quick }, '/quick', { visitor: 'ada' })
    await ready()
    type(named('title'), 'A title')
    await send()
    await eventually(() => expect(page.requests).toContain('POST /quick'))
    await go('Home', 'h1')
    expect(stored()).toHaveLength(1)
    respond('ok')
    await eventually(() => expect(stored()).toEqual([]))
  })
})
