// @vitest-environment happy-dom
import { StrictMode, useEffect, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { invalid } from '../../http/response/index.ts'
import { openPage, type LivePage, type LiveRoute } from './hydrated-page.fixture.tsx'
import {
  Form,
  Link,
  Outlet,
  Scripts,
  useDraft,
  useFetcher,
  useFields,
  useLoaderData,
  useRevalidator,
} from './index.ts'

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
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 120_000, interval: 5 })
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
interface Stored {
  owner: string
  at: string[]
  waits: number
}
const stored = () => {
  const drafts = JSON.parse(sessionStorage.getItem('fw:drafts/') || '[]') as Stored[]
  return drafts.map((draft) => ({
    ...draft,
    url: draft.at.at(-1)!.split(' ')[1]!,
    isSent: draft.waits === 3,
  }))
}
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

/** Loads the document of a page for someone else, as a link does if its response tells them. */
const reopenAs = async (visitor: string, url = '/') => {
  hide()
  await reopen({ visitor }, url)
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

  it('is there again if the browser has lost the state of the entry, and stays then', async () => {
    await open({}, '/')
    await go('Note', 'form')
    type(named('title'), 'A title')
    hide()
    // As Chromium does when a page is loaded again that could not be loaded before.
    await reopen()
    expect(named('title').value).toBe('A title')
    expect(find('output').textContent).toBe('kept')
    await go('Home', 'h1')
    await back('form')
    expect(named('title').value).toBe('A title')
    await go('Home', 'h1')
    await go('Note', 'form')
    expect(named('title').value).toBe('')
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

describe('an error that replaces the form', () => {
  const Two = () => (
    <>
      <Form method="post" id="one">
        <input name="first" />
      </Form>
      <Form method="post" action="/two?second">
        <input name="second" />
      </Form>
    </>
  )
  const two: LiveRoute = { path: '/two', loader: () => 'two', action: () => 'saved', default: Two }
  const openTwo = async () => {
    page = await openPage({ root, home, two }, '/two', { visitor: 'ada' })
    await ready()
  }

  it('attack 17: all forms of the page are there again after an error of the action and a reload', async () => {
    await openTwo()
    type(named('first'), 'of one')
    type(named('second'), 'of two')
    page.fail(() => Promise.reject(new TypeError('offline')))
    await send()
    await eventually(() => expect(find('h1').textContent).toBe('Unexpected Error'))
    const { state } = history
    await page.close()
    page = await openPage({ root, home, two }, '/two', { visitor: 'ada', state })
    await ready()
    expect([named('first').value, named('second').value]).toEqual(['of one', 'of two'])
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
    await reopenAs('')
    await go('Note', 'form')
    expect(named('title').value).toBe('')
    await reopenAs('ada')
    await go('Note', 'form')
    expect(named('title').value).toBe('A title')
    await reopenAs('bob')
    expect(stored()).toEqual([])
  })

  it('stays after the server has got another secret for digests, and is filled while it knows the old one', async () => {
    const [old, current, other] = ['old!', 'new!', 'new!'].map(
      (key, i) => key + 'aab'[i]!.repeat(16),
    )
    await open({ visitor: old! })
    type(named('title'), 'A title')
    // A process that knows both secrets, one that knows only the old one, and both again.
    for (const told of [`${current}.${old}`, old!, `${current}.${old}`, current!]) {
      await reopenAs(told)
      await back('form')
      expect([told, named('title').value]).toEqual([told, 'A title'])
    }
    await reopenAs(other!)
    expect(stored()).toEqual([])
  })

  it('is not shown, and not removed, if it is not known whether the digest is that of its owner', async () => {
    const [old, current, other] = ['old!', 'new!', 'old!'].map(
      (key, i) => key + 'aab'[i]!.repeat(16),
    )
    await open({ visitor: old! })
    type(named('title'), 'A title')
    await reopenAs(current!)
    await back('form')
    expect(named('title').value).toBe('')
    type(named('text'), 'of the next one')
    hide()
    expect(stored().map(({ owner }) => owner)).toEqual([old, current])
    await reopenAs(other!)
    expect(stored().map(({ owner }) => owner)).toEqual([current])
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

  it('attack 1: is not shown if another tab was told someone else', async () => {
    await open()
    type(named('title'), 'A title')
    await go('Home', 'h1')
    localStorage.setItem('fw:visitor/', 'bob')
    dispatchEvent(new Event('storage'))
    expect(stored()).toEqual([])
    await reopen({ visitor: null })
    expect(named('title').value).toBe('')
  })

  it('is only the own text of each of two people, after Back too', async () => {
    await open()
    type(named('title'), 'of ada')
    await reopenAs('bob')
    expect(stored()).toEqual([])
    await back('form')
    expect([named('title').value, find('output').textContent]).toEqual(['', ''])
    type(named('text'), 'of bob')
    await go('Home', 'h1')
    await back('form')
    expect([named('title').value, named('text').value]).toEqual(['', 'of bob'])
    expect(stored().map(({ owner }) => owner)).toEqual(['bob'])
    await reopenAs('ada')
    expect(stored()).toEqual([])
    await back('form')
    expect([named('title').value, named('text').value]).toEqual(['', 'stored'])
  })

  it('is not saved any more if another tab tells someone else while the form is there', async () => {
    await open()
    type(named('title'), 'of ada')
    hide()
    expect(stored()).toHaveLength(1)
    localStorage.setItem('fw:visitor/', 'bob')
    dispatchEvent(new Event('storage'))
    expect(stored()).toEqual([])
    type(named('title'), 'of ada, more')
    hide()
    expect(stored()).toEqual([])
    await reopenAs('bob')
    await back('form')
    expect(named('title').value).toBe('')
  })

  it('is not filled if another tab was told someone else before this code was there', async () => {
    page = await openPage(routes, '/note', { visitor: 'ada' })
    localStorage.setItem('fw:visitor/', 'bob')
    await ready()
    type(named('title'), 'of ada')
    hide()
    expect(stored()).toEqual([])
  })

  it('is kept for its entry if its form was gone before this code was there', async () => {
    page = await openPage(routes, '/note', { visitor: 'ada' })
    type(named('title'), 'A title')
    await go('Home', 'h1')
    await ready()
    expect(stored()).toMatchObject([{ url: '/note', owner: 'ada' }])
    await back('form')
    expect(named('title').value).toBe('A title')
  })

  it('is not shown by a page of the back/forward cache, where nobody is known', async () => {
    await open()
    type(named('title'), 'of ada')
    await go('Home', 'h1')
    page.tell(undefined)
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await back('form')
    expect(named('title').value).toBe('')
    expect(stored()).toHaveLength(1)
  })

  it('waits if another tab was told that nobody is signed in, and the last text was not saved yet', async () => {
    await open()
    type(named('title'), 'of ada')
    localStorage.setItem('fw:visitor/', '-')
    hide()
    expect(stored()).toMatchObject([{ owner: 'ada', waits: 1 }])
    await reopen({ visitor: '' }, '/')
    await reopen({ visitor: 'ada' }, '/')
    await go('Note', 'form')
    expect(named('title').value).toBe('of ada')
  })

  it('attack 2: is removed by a logout to a page that tells nothing, and by the next person', async () => {
    await open()
    type(named('title'), 'of ada')
    hide()
    page.tell(undefined, 'ada,?')
    await send()
    await eventually(() => expect(localStorage.getItem('fw:visitor/')).toMatch(/^[?]/))
    type(named('title'), 'of someone')
    await go('Home', 'h1')
    await back('form')
    expect(named('title').value).toBe('')
    page.tell('bob')
    await go('Home', 'h1')
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

  it('attack 11: begins empty with another key, and in a dialog that opens again', async () => {
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

  it('is told apart by the query of its action', async () => {
    let ids = ['1', '2']
    const many: LiveRoute = {
      path: '/many',
      default: () =>
        ids.map((id) => (
          <Form key={id} method="post" action={`/many?id=${id}`}>
            <input name="title" id={`title${id}`} />
          </Form>
        )),
    }
    page = await openPage({ root, home, many }, '/many', { visitor: 'ada' })
    await ready()
    type(find('#title2'), 'of two')
    hide()
    await page.close()
    ids = ['3', '2', '1']
    page = await openPage({ root, home, many }, '/many', { visitor: 'ada' })
    const texts = ids.map((id) => find(`#title${id}`).value)
    expect(texts).toEqual(['', 'of two', ''])
  })

  it('attack 8: is another one if a row above it is gone, and React uses its elements again', async () => {
    let ids = ['1', '2', '3']
    const Many = () => {
      const { revalidate } = useRevalidator()
      return (
        <>
          <button type="button" onClick={() => void revalidate()} />
          {useLoaderData<string[]>().map((id, i) => (
            <Form key={i} method="post">
              <input type="hidden" name="id" value={id} />
              <input name="title" />
            </Form>
          ))}
        </>
      )
    }
    const many: LiveRoute = { path: '/many', loader: () => ids, default: Many }
    page = await openPage({ root, home, many }, '/many', { visitor: 'ada' })
    await ready()
    const inputs = () => [...document.querySelectorAll<HTMLInputElement>('[name=title]')]
    type(inputs()[0]!, 'of one')
    type(inputs()[1]!, 'of two')
    ids = ['2', '3']
    find('button').click()
    await eventually(() => expect(inputs()).toHaveLength(2))
    hide()
    await page.close()
    page = await openPage({ root, home, many }, '/many', { visitor: 'ada' })
    expect(inputs().map(({ value }) => value)).toEqual(['of two', ''])
    messages.length = 0 // The warning that the text of the first has no form any more.
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

describe('a form that stays while the record changes', () => {
  const records: Record<string, { id: string; title: string }> = {
    '1': { id: '1', title: 'one' },
    '2': { id: '2', title: 'two' },
  }
  const Links = () => (
    <>
      <Link to="/items/1">First</Link>
      <Link to="/items/2">Second</Link>
    </>
  )
  const texts = () => JSON.stringify(stored())
  const shows = (text: string) => eventually(() => expect(find('h2').textContent).toBe(text))
  const openRoutes = async (more: Record<string, LiveRoute>, url: string, visitor = 'ada') => {
    page = await openPage({ root, home, ...more }, url, { visitor })
    await ready()
  }
  const reload = async (more: Record<string, LiveRoute>, url: string) => {
    await page.close()
    await openRoutes(more, url)
  }
  const itemOf = (Page: LiveRoute['default']): Record<string, LiveRoute> => ({
    item: {
      path: '/items/:id',
      loader: ({ path }) => records[path.split('/').at(-1)!],
      action: () => 'saved',
      default: Page!,
    },
  })
  const plain = itemOf(function Item() {
    const { id } = useLoaderData<{ id: string }>()
    return (
      <Form method="post">
        <Links />
        <h2>{id}</h2>
        <input name="title" />
        <input name="more" />
      </Form>
    )
  })

  it('is another form at another path', async () => {
    await openRoutes(plain, '/items/1')
    const form = find('form')
    type(named('title'), 'of one')
    link('Second').click()
    await shows('2')
    expect(find('form')).toBe(form)
    hide()
    expect(stored()).toMatchObject([{ url: '/items/1' }])
    await reload(plain, '/items/2')
    expect(named('title').value).toBe('')
    await reload(plain, '/items/1')
    expect(named('title').value).toBe('of one')
  })

  it('keeps what is typed next for the record that the person then sees', async () => {
    await openRoutes(plain, '/items/1')
    type(named('title'), 'of one')
    link('Second').click()
    await shows('2')
    type(named('title'), 'of two')
    hide()
    await reload(plain, '/items/1')
    expect(named('title').value).toBe('of one')
    link('Second').click()
    await shows('2')
    expect(texts()).toMatch(/of one.*of two/)
  })

  it('saves nothing for the next person, for whom the next record is loaded', async () => {
    await openRoutes(plain, '/items/1')
    type(named('title'), 'of ada')
    hide()
    await page.close()
    await openRoutes(plain, '/items/2', 'bob')
    hide()
    expect(stored()).toEqual([])
    type(named('more'), 'of bob')
    hide()
    expect(stored()).toMatchObject([{ url: '/items/2', owner: 'bob' }])
    expect(texts()).not.toContain('of ada')
    await page.close()
    await openRoutes(plain, '/items/1', 'ada')
    hide()
    expect(stored()).toEqual([])
  })

  it('is another form in another query whose record has other defaults', async () => {
    const queried: Record<string, LiveRoute> = {
      item: {
        path: '/item',
        loader: ({ path }) => records[path.split('=')[1]!],
        default: function Item() {
          const { id, title } = useLoaderData<{ id: string; title: string }>()
          return (
            <Form method="post" action="/item">
              <Link to="/item?id=2">Second</Link>
              <h2>{id}</h2>
              <input name="title" defaultValue={title} />
              <input name="more" />
            </Form>
          )
        },
      },
    }
    await openRoutes(queried, '/item?id=1')
    type(named('more'), 'of one')
    link('Second').click()
    await shows('2')
    hide()
    expect(stored()).toMatchObject([{ url: '/item?id=1' }])
    await reload(queried, '/item?id=2')
    expect(named('more').value).toBe('')
  })

  it('belongs to the new entry too if it is the same record: a query that changes nothing', async () => {
    const listed: Record<string, LiveRoute> = {
      item: {
        path: '/item',
        loader: ({ path }) => path,
        default: function Item() {
          return (
            <Form method="post">
              <Link to="/item?tab=2">Tab</Link>
              <h2>{useLoaderData<string>()}</h2>
              <input name="title" />
            </Form>
          )
        },
      },
    }
    await openRoutes(listed, '/item')
    type(named('title'), 'A title')
    link('Tab').click()
    await shows('/item?tab=2')
    expect(stored()).toMatchObject([
      { at: [/ \/item$/, / \/item\?tab=2$/].map((one) => expect.stringMatching(one)) },
    ])
    history.back()
    await shows('/item')
    expect(named('title').value).toBe('A title')
    named('title').value = ''
    type(named('title'), '')
    hide()
    expect(stored()).toEqual([])
  })

  let at = 1
  const queue: Record<string, LiveRoute> = {
    queue: {
      path: '/queue',
      loader: () => `${at}`,
      action: () => ++at,
      // The form itself reads nothing: only a part of it knows the record.
      default: function Queue() {
        return (
          <>
            <Form method="post">
              <Hidden />
              <input name="title" />
              <input name="more" />
            </Form>
            <Refresh />
          </>
        )
      },
    },
  }
  function Hidden() {
    const id = useLoaderData<string>()
    return (
      <>
        <h2>{id}</h2>
        <input type="hidden" name="id" value={id} />
      </>
    )
  }
  function Refresh() {
    const { revalidate } = useRevalidator()
    return (
      <button type="button" onClick={() => void revalidate()}>
        Refresh
      </button>
    )
  }
  const refresh = () => find<HTMLButtonElement>('button[type=button]').click()

  it('attack 9: shows the next record of a queue after its own submission', async () => {
    at = 1
    await openRoutes(queue, '/queue')
    type(named('title'), 'of one')
    await send()
    await shows('2')
    hide()
    expect(stored()).toEqual([])
    type(named('more'), 'of two')
    at = 3
    refresh()
    await shows('3')
    hide()
    expect(stored()).toHaveLength(1)
    expect(texts()).toContain(String.raw`[\"id\",\"2\",null]`)
    await reload(queue, '/queue')
    expect([named('title').value, named('more').value]).toEqual(['', ''])
    messages.length = 0 // The warning that the form is another one now.
  })

  it('attack 10: is the same form if a widget has changed a hidden field between commits', async () => {
    at = 1
    const widget: Record<string, LiveRoute> = {
      widget: {
        path: '/widget',
        loader: () => `${at}`,
        default: function Widget() {
          const loaded = useLoaderData<string>()
          const [value, setValue] = useState('')
          return (
            <Form method="post">
              <h2>{`${loaded} ${value}`}</h2>
              <input type="hidden" name="rating" value={value} />
              <button type="button" onClick={() => setValue('5')}>
                Rate
              </button>
              <input name="title" />
              <Refresh />
            </Form>
          )
        },
      },
    }
    await openRoutes(widget, '/widget')
    type(named('title'), 'A title')
    refresh()
    await shows('1 5')
    const buttons = document.querySelectorAll<HTMLButtonElement>('button')
    at = 2
    buttons[1]!.click()
    await shows('2 5')
    type(named('title'), 'A longer title')
    hide()
    expect(stored()).toHaveLength(1)
    await reload(widget, '/widget')
    expect(named('title').value).toBe('A longer title')
  })

  it('is not ended by the response to what was sent for the record before', async () => {
    let respond: (value: unknown) => void = () => {}
    const quick = itemOf(function Item() {
      const { id } = useLoaderData<{ id: string }>()
      const fetcher = useFetcher()
      return (
        <fetcher.Form method="post">
          <Links />
          <h2>{id}</h2>
          <input name="title" />
        </fetcher.Form>
      )
    })
    quick['item']!.action = () => new Promise((resolve) => (respond = resolve))
    await openRoutes(quick, '/items/1')
    type(named('title'), 'of one')
    await send()
    await eventually(() => expect(page.requests).toContain('POST /items/1'))
    link('Second').click()
    await shows('2')
    type(named('title'), 'of two')
    hide()
    expect(stored()).toMatchObject([{ url: '/items/1' }, { url: '/items/2' }])
    respond('ok')
    await eventually(() => expect(stored()).toMatchObject([{ url: '/items/2' }]))
    await reload(quick, '/items/1')
    expect(named('title').value).toBe('')
  })

  it('is no longer sent if the response to the record before refused it', async () => {
    let respond: (value: unknown) => void = () => {}
    const quick = itemOf(function Item() {
      const { id } = useLoaderData<{ id: string }>()
      const fetcher = useFetcher()
      return (
        <fetcher.Form method="post">
          <Links />
          <h2>{id}</h2>
          <input name="title" />
        </fetcher.Form>
      )
    })
    quick['item']!.action = () => new Promise((resolve) => (respond = resolve))
    await openRoutes(quick, '/items/1')
    type(named('title'), 'of one')
    await send()
    await eventually(() => expect(page.requests).toContain('POST /items/1'))
    link('Second').click()
    await shows('2')
    expect(stored()).toMatchObject([{ url: '/items/1', isSent: true }])
    respond(invalid({ title: 'No' }))
    await eventually(() => expect(stored()).toMatchObject([{ url: '/items/1', isSent: false }]))
    hide()
    expect(stored()).toHaveLength(1)
  })
})

describe('what is filled', () => {
  let Inner: () => ReactNode
  const free: LiveRoute = {
    path: '/free',
    action: () => 'saved',
    default: function Free() {
      return (
        <Form method="post" id="free">
          <Inner />
        </Form>
      )
    },
  }
  const openFree = async (
    inner: () => ReactNode,
    options: Parameters<typeof openPage>[2] = {},
  ): Promise<void> => {
    Inner = inner
    page = await openPage({ root, home, free }, '/free', { visitor: 'ada', ...options })
    await ready()
  }
  const reopenFree = async (...options: Parameters<typeof openFree>): Promise<void> => {
    hide()
    await page.close()
    await openFree(...options)
  }
  const values = (name: string) =>
    [...document.querySelectorAll<HTMLInputElement>(`[name=${name}]`)].map(({ value }) => value)
  const checked = (name: string) =>
    [...document.querySelectorAll<HTMLInputElement>(`[name=${name}]`)]
      .filter((one) => one.checked)
      .map(({ value }) => value)
  const Boxes = ({ names }: { names: string }) =>
    [...names].map((value) => <input key={value} type="checkbox" name="box" value={value} />)
  const Radios = ({ names }: { names: string }) =>
    [...names].map((value) => (
      <input key={value} type="radio" name="dot" value={value} defaultChecked={value === 's'} />
    ))

  /** Types into an input that React controls, without a new focus. */
  const press = (text: string) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
    set!.call(named('title'), text)
    named('title').dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** Does something after the server has rendered the page, and before React hydrates it. */
  const early = (act: () => void): Parameters<typeof openPage>[2] => {
    let isDone = false
    return {
      wrap(app) {
        if (!isDone) act()
        isDone = true
        return app
      },
    }
  }

  it('attack 21: is no control that the person has changed before', async () => {
    const inner = () => (
      <>
        <input name="title" />
        <input name="other" />
        <Boxes names="ab" />
        <Radios names="sml" />
      </>
    )
    await openFree(inner)
    type(named('title'), 'old')
    type(named('other'), 'old')
    check(find('[value=a]'))
    check(find('[value=l]'))
    await reopenFree(
      inner,
      early(() => {
        named('title').value = 'new'
        find('[value=m]').checked = true
        find('[value=b]').checked = true
      }),
    )
    expect([named('title').value, named('other').value]).toEqual(['new', 'old'])
    expect(checked('dot')).toEqual(['m'])
    expect(checked('box')).toEqual(['a', 'b'])
  })

  it('is each checkbox and radio button by its value, and no option that is gone', async () => {
    const select = (names: string) => (
      <select name="kind" defaultValue="a">
        {[...names].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    )
    await openFree(() => (
      <>
        <Boxes names="abc" />
        <Radios names="sml" />
        {select('abx')}
        <input name="title" />
      </>
    ))
    check(find('[value=c]'))
    check(find('[value=a]'))
    check(find('[value=l]'))
    type(find('select'), 'x')
    type(named('title'), 'A title')
    await reopenFree(() => (
      <>
        <Boxes names="cdb" />
        <Radios names="sm" />
        {select('abc')}
        <input name="title" />
      </>
    ))
    expect(checked('box')).toEqual(['c'])
    expect(checked('dot')).toEqual(['s'])
    expect(find('select').value).toBe('a')
    expect(named('title').value).toBe('A title')
  })

  it('is all options of a select with many', async () => {
    const inner = () => (
      <select name="kind" multiple defaultValue={['a']}>
        <option>a</option>
        <option>b</option>
        <option>c</option>
      </select>
    )
    await openFree(inner)
    const options = find<HTMLSelectElement>('select').options
    find('select').dispatchEvent(new Event('focusin', { bubbles: true }))
    for (const option of options) option.selected = option.value !== 'a'
    find('select').dispatchEvent(new Event('input', { bubbles: true }))
    await reopenFree(inner)
    const { selectedOptions } = find<HTMLSelectElement>('select')
    expect([...selectedOptions].map(({ value }) => value)).toEqual(['b', 'c'])
  })

  it('is by order if controls have one name, and only if there are as many', async () => {
    const tags = (count: number) => () => (
      <>
        {Array.from({ length: count }, (_, i) => (
          <input key={i} name="tag" />
        ))}
      </>
    )
    await openFree(tags(2))
    type(document.querySelectorAll<HTMLInputElement>('[name=tag]')[1]!, 'second')
    await reopenFree(tags(3))
    expect(values('tag')).toEqual(['', '', ''])
    await reopenFree(tags(2))
    expect(values('tag')).toEqual(['', 'second'])
  })

  it('is what the app sets from useDraft(), if an input is controlled', async () => {
    const Controlled = () => {
      const [title, setTitle] = useState('')
      const draft = useDraft('free')
      const [last, setLast] = useState(draft)
      if (draft !== last) {
        setLast(draft)
        setTitle(draft?.texts.get('title')?.[0] ?? '')
      }
      return (
        <>
          <h2>{title}</h2>
          <input name="title" value={title} onChange={(event) => setTitle(event.target.value)} />
        </>
      )
    }
    await openFree(Controlled)
    named('title').dispatchEvent(new Event('focusin', { bubbles: true }))
    press('A title')
    await eventually(() => expect(find('h2').textContent).toBe('A title'))
    expect(named('title').defaultValue).toBe('A title')
    hide()
    expect(stored()).toHaveLength(1)
    await reopenFree(Controlled)
    await eventually(() => expect(find('h2').textContent).toBe('A title'))
    expect(named('title').value).toBe('A title')
  })

  it('is what was typed into a controlled input that had the focus all the time', async () => {
    const Focused = () => {
      const [title, setTitle] = useState('')
      return <input name="title" value={title} onChange={(event) => setTitle(event.target.value)} />
    }
    await openFree(
      Focused,
      early(() => named('title').focus()),
    )
    expect(document.activeElement).toBe(named('title'))
    for (const text of ['A title', 'The next title']) {
      press(text)
      await eventually(() => expect(named('title').defaultValue).toBe(text))
      hide()
      expect(stored()).toHaveLength(1)
      await send()
      await eventually(() => expect(stored()).toEqual([]))
    }
  })

  it('is a control that comes later, and nothing that the person typed there first', async () => {
    let setIsOpen: (isOpen: boolean) => void = () => {}
    const Later = () => {
      const [isOpen, set] = useState(false)
      useEffect(() => void (setIsOpen = set), [])
      return (
        <>
          <input name="title" />
          {isOpen && <input name="more" />}
        </>
      )
    }
    const openMore = async () => {
      setIsOpen(true)
      await eventually(() => named('more'))
      await ready()
    }
    await openFree(Later)
    await openMore()
    type(named('title'), 'A title')
    type(named('more'), 'More')
    await reopenFree(Later)
    expect(named('title').value).toBe('A title')
    type(named('title'), 'Another title')
    await reopenFree(Later)
    await openMore()
    expect([named('title').value, named('more').value]).toEqual(['Another title', 'More'])
    type(named('more'), 'Typed')
    setIsOpen(false)
    await eventually(() => expect(document.querySelector('[name=more]')).toBeNull())
    await openMore()
    expect(named('more').value).toBe('')
  })

  it('is no control that comes later if someone else is told before, or nobody', async () => {
    let setIsOpen: (isOpen: boolean) => void = () => {}
    const Later = () => {
      const [isOpen, set] = useState(false)
      useEffect(() => void (setIsOpen = set), [])
      return (
        <>
          <output>{useDraft('free')?.texts.get('more')}</output>
          {isOpen && <input name="more" />}
        </>
      )
    }
    const openMore = async () => {
      setIsOpen(true)
      await eventually(() => named('more'))
      await ready()
    }
    for (const who of ['bob', '-']) {
      await openFree(Later)
      await openMore()
      type(named('more'), 'of ada')
      await reopenFree(Later)
      expect(find('output').textContent).toBe('of ada')
      localStorage.setItem('fw:visitor/', who)
      dispatchEvent(new Event('storage'))
      await openMore()
      expect(named('more').value).toBe('')
      if (who === 'bob') await eventually(() => expect(find('output').textContent).toBe(''))
      await page.close()
    }
    await openFree(Later)
  })

  it('ends where the server shows a refused form, whose values win', async () => {
    await openFree(() => <input name="title" />)
    type(named('title'), 'mine')
    const failure = { errors: [{ name: 'title', message: 'No' }] }
    await reopenFree(() => <input name="title" defaultValue="sent" />, {
      invalid: { free: failure as never },
    })
    expect(named('title').value).toBe('sent')
    expect(stored()).toEqual([])
  })

  it('attack 18: names a field whose stored value a reload of the data has changed under it', async () => {
    let text = 'one'
    const live: LiveRoute = {
      path: '/live',
      loader: () => text,
      default: function Live() {
        const { revalidate } = useRevalidator()
        const draft = useDraft('live')
        return (
          <Form method="post" id="live">
            <output>{draft?.outdated.join()}</output>
            <button type="button" onClick={() => void revalidate()} />
            <input name="title" defaultValue={useLoaderData<string>()} />
            <input name="other" />
          </Form>
        )
      },
    }
    page = await openPage({ root, home, live }, '/live', { visitor: 'ada' })
    await ready()
    type(named('title'), 'mine')
    text = 'two'
    find('button').click()
    await eventually(() => expect(named('title').defaultValue).toBe('two'))
    expect(named('title').value).toBe('mine')
    type(named('other'), 'more')
    hide()
    await page.close()
    page = await openPage({ root, home, live }, '/live', { visitor: 'ada' })
    expect([named('title').value, named('other').value]).toEqual(['mine', 'more'])
    expect(find('output').textContent).toBe('title')
  })

  it('names the fields whose stored value is another one now', async () => {
    let text = 'one'
    const Outdated = () => {
      const draft = useDraft('free')
      return (
        <>
          <output>{draft?.outdated.join()}</output>
          <input name="title" defaultValue={text} />
          <input name="other" defaultValue="same" />
        </>
      )
    }
    await openFree(Outdated)
    type(named('title'), 'mine')
    type(named('other'), 'mine')
    text = 'two'
    await reopenFree(Outdated)
    expect(find('output').textContent).toBe('title')
    expect([named('title').value, named('other').value]).toEqual(['mine', 'mine'])
    // It is still the stored value of when the draft began that counts.
    type(named('other'), 'mine, too')
    await reopenFree(Outdated)
    expect(find('output').textContent).toBe('title')
    text = 'one'
    await reopenFree(Outdated)
    expect(find('output').textContent).toBe('')
  })
})

describe('the key of a submission', () => {
  const key = () => page.keys.at(-1)
  const order: LiveRoute = { ...note, once: true }
  const openOrder = async (url = '/note') => {
    page = await openPage({ root, home, note: order }, url, { visitor: 'ada' })
    await ready()
  }
  /** Sends, and gets no response. */
  const lose = async () => {
    page.fail(() => Promise.reject(new TypeError('offline')))
    const count = page.keys.length
    await send()
    await eventually(() => expect(page.keys.length).toBeGreaterThan(count))
    hide()
  }

  it('attack 12: is used again after a lost response and a reload, also by a link to the URL', async () => {
    await openOrder()
    type(named('title'), 'A title')
    await lose()
    const first = key()
    expect(first).toContain('document')
    await page.close()
    await openOrder()
    expect(find('output').textContent).toBe('sent')
    await lose()
    expect(key()).toBe(first)
    await page.close()
    await openOrder('/')
    await go('Note', 'form')
    expect(named('title').value).toBe('A title')
    page.fail(undefined)
    await send()
    await eventually(() => expect(stored()).toEqual([]))
    expect(key()).toBe(first)
    type(named('title'), 'The next')
    await send()
    await eventually(() => expect(page.keys).toHaveLength(2))
    expect(key()).not.toBe(first)
  })

  it('is another one after the app has responded', async () => {
    await openOrder()
    type(named('title'), 'A title')
    await send()
    await eventually(() => expect(stored()).toEqual([]))
    const first = key()
    await page.close()
    await openOrder()
    type(named('title'), 'A title')
    await send()
    await eventually(() => expect(key()).toBeDefined())
    expect(key()).not.toBe(first)
  })

  it('is another one after the app has refused the form, whose text is kept', async () => {
    const refused: LiveRoute = { ...order, action: () => invalid({ title: 'No' }) }
    page = await openPage({ root, home, note: refused }, '/note', { visitor: 'ada' })
    await ready()
    type(named('title'), 'A title')
    await send()
    await eventually(() => expect(stored()).toMatchObject([{ isSent: false }]))
    const first = key()
    await page.close()
    await openOrder()
    expect([named('title').value, find('output').textContent]).toEqual(['A title', 'kept'])
    await send()
    await eventually(() => expect(key()).toBeDefined())
    expect(key()).not.toBe(first)
  })

  it('is not that of another person', async () => {
    await openOrder()
    type(named('title'), 'A title')
    await lose()
    const first = key()
    await page.close()
    page = await openPage({ root, home, note: order }, '/note', { visitor: 'bob' })
    await ready()
    await send()
    await eventually(() => expect(key()).toBeDefined())
    expect(key()).not.toBe(first)
  })
})

describe('how much is kept', () => {
  const item = 'fw:drafts/'
  const draftOf = (n: number, text: string, time = Date.now()) => ({
    n,
    at: [`k${n} /other/${n}`],
    id: '["/other",false,null,"post",[]]',
    owner: 'ada',
    time,
    fields: [['title', '0/1', '0', text]],
    waits: 0,
  })
  const fill = (drafts: unknown[]) => sessionStorage.setItem(item, JSON.stringify(drafts))
  const urls = () => stored().map(({ url }) => url)
  const mebibyte = 1024 * 1024

  it('is 20 drafts, and the oldest goes first', async () => {
    fill(Array.from({ length: 20 }, (_, n) => draftOf(n, 'text')))
    await open()
    expect(stored()).toHaveLength(20)
    type(named('title'), 'A title')
    hide()
    expect(urls()).toEqual([...Array.from({ length: 19 }, (_, n) => `/other/${n + 1}`), '/note'])
  })

  it('is 1 MiB, and the oldest goes first', async () => {
    fill([draftOf(1, 'a'.repeat(mebibyte / 2)), draftOf(2, 'b'.repeat(mebibyte / 3))])
    await open()
    type(named('text'), 'c'.repeat(mebibyte / 3))
    hide()
    expect(urls()).toEqual(['/other/2', '/note'])
  })

  it('is no draft that is larger alone, which removes no other', async () => {
    fill([draftOf(1, 'a')])
    await open()
    type(named('text'), 'c'.repeat(mebibyte))
    hide()
    expect(urls()).toEqual(['/other/1'])
    type(named('text'), 'short')
    hide()
    expect(urls()).toEqual(['/other/1', '/note'])
  })

  it('is kept for 24 hours', async () => {
    await open()
    type(named('title'), 'A title')
    hide()
    const [draft] = stored()
    const hour = 3_600_000
    fill([{ ...draft, time: Date.now() - 23.9 * hour }])
    await reopen()
    expect(named('title').value).toBe('A title')
    fill([{ ...draft, time: Date.now() - 24.1 * hour }])
    await reopen()
    expect(named('title').value).toBe('')
  })

  it('attack 20: is there after Back if the storage is full or blocked', async () => {
    const refuse = () => {
      throw new DOMException('No', 'QuotaExceededError')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    await open()
    type(named('title'), 'A title')
    await go('Home', 'h1')
    await back('form')
    expect(named('title').value).toBe('A title')
    await reopenAs('bob')
    await back('form')
    expect(named('title').value).toBe('')
    vi.restoreAllMocks()
    type(named('title'), 'of bob')
    hide()
    expect(stored().map(({ owner }) => owner)).toEqual(['bob'])
  })

  it('is saved 1 s after the first change', async () => {
    await open()
    vi.useFakeTimers()
    try {
      type(named('title'), 'A')
      vi.advanceTimersByTime(600)
      type(named('title'), 'A title')
      expect(stored()).toEqual([])
      vi.advanceTimersByTime(400)
      expect(JSON.stringify(stored())).toContain('A title')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the rows of a list', () => {
  let stock = ['a', 'b']
  const lines = { type: 'rows', max: 9, row: { title: { type: 'text' } } }
  const list: LiveRoute = {
    path: '/list',
    loader: () => ({ lines: stock.map((title) => ({ title })) }),
    action: () => null,
    fields: { body: { lines } } as never,
    default: function List() {
      const values = useLoaderData<unknown>()
      const { form, fields } = useFields<never>({ values } as never) as any
      return (
        <Form method="post" {...form}>
          <button hidden />
          {fields.lines.rows.map((row: any) => (
            <fieldset key={row.key}>
              <input {...row.hidden} />
              <input {...row.fields.title.input} />
              <button {...row.remove} />
            </fieldset>
          ))}
          <button {...fields.lines.add} />
        </Form>
      )
    },
  }
  const openList = async () => {
    page = await openPage({ root, home, list }, '/list', { visitor: 'ada' })
    await ready()
    // Until this code is here, a press is a request.
    await vi.dynamicImportSettled()
  }
  const press = (value: string) => find<HTMLButtonElement>(`button[value="${value}"]`).click()
  const titles = () =>
    Array.from(document.querySelectorAll<HTMLInputElement>('[name$=".title"]'), (one) => [
      one.name,
      one.value,
    ])
  const title = (row: number) => find(`[name="lines.${row}.title"]`)

  it('are there again with their texts: those that were added, and not those that were removed', async () => {
    stock = ['a', 'b']
    await openList()
    press('+lines')
    await eventually(() => title(2))
    type(title(2), 'new')
    type(title(1), 'changed')
    press('-lines.0')
    await eventually(() => expect(titles()).toHaveLength(2))
    const expected = [
      ['lines.1.title', 'changed'],
      ['lines.2.title', 'new'],
    ]
    expect(titles()).toEqual(expected)
    await go('Home', 'h1')
    await back('form')
    expect(titles()).toEqual(expected)
    hide()
    await page.close()
    await openList()
    expect(titles()).toEqual(expected)
    expect(page.requests).toEqual([])
  })

  it('are those of the server if it has others now: no text goes to another row', async () => {
    stock = ['a', 'b', 'c']
    await openList()
    type(title(1), 'of b')
    hide()
    await page.close()
    stock = ['a', 'c']
    await openList()
    const hasText = titles().some(([, text]) => text === 'of b')
    const ids = document.querySelectorAll('[type=hidden]').length
    expect([hasText, ids]).toEqual([false, 2])
    messages.length = 0 // The warning that the form is another one now.
  })

  it('are none if the person has removed all', async () => {
    stock = ['a', 'b']
    await openList()
    type(title(1), 'changed')
    press('-lines.0')
    press('-lines.1')
    await eventually(() => expect(titles()).toHaveLength(0))
    await go('Home', 'h1')
    await back('form')
    expect(titles()).toEqual([])
  })

  it('are not there again if they were removed after their texts were saved', async () => {
    stock = ['a', 'b']
    await openList()
    type(title(1), 'changed')
    type(title(0), 'other')
    hide()
    press('-lines.1')
    await eventually(() => expect(titles()).toHaveLength(1))
    await go('Home', 'h1')
    await back('form')
    expect(titles()).toEqual([['lines.0.title', 'other']])
  })

  it('are those of the server after the form was accepted, and what is typed next is there again', async () => {
    stock = ['a', 'b']
    await openList()
    type(title(1), 'changed')
    press('-lines.0')
    await eventually(() => expect(titles()).toHaveLength(1))
    stock = ['changed']
    const isReset = new Promise((resolve) => addEventListener('reset', resolve, { once: true }))
    find<HTMLButtonElement>('form button').click()
    await isReset
    expect(titles()).toEqual([['lines.0.title', 'changed']])
    type(title(0), 'again')
    await go('Home', 'h1')
    await back('form')
    expect(titles()).toEqual([['lines.0.title', 'again']])
  })
})
