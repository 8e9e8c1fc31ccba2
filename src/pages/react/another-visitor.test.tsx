// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import type { DataRequest } from '../client-router/shared.ts'
import type { Browser } from './browser.ts'
import { createKeeper } from './draft-keeper.ts'
import { openPage, type LivePage, type LiveRoute } from './hydrated-page.fixture.tsx'
import {
  Form,
  Link,
  Outlet,
  Scripts,
  useActionData,
  useFetcher,
  useLoaderData,
  useRevalidator,
} from './index.ts'

/** Who the server says is signed in. */
let user = 'ada'
let isRefused = false

const routes: Record<string, LiveRoute> = {
  root: {
    path: '/',
    loader: () => user,
    default: function Root() {
      const fetcher = useFetcher<string>()
      const { revalidate } = useRevalidator()
      return (
        <html lang="en">
          <body>
            <p id="user">{useLoaderData<string>()}</p>
            <Link to="/notes">Notes</Link>
            <button id="load" onClick={() => fetcher.load('/notes')}>
              {fetcher.data ?? 'Load'}
            </button>
            <button id="reload" onClick={revalidate}>
              Reload
            </button>
            <Outlet />
            <Scripts />
          </body>
        </html>
      )
    },
  },
  home: {
    path: '/',
    default: function Home() {
      return (
        <Form method="post" id="form">
          <h1>Home {useActionData<string>()}</h1>
        </Form>
      )
    },
    action: () => (isRefused ? `done by ${user}` : redirectTo('/notes')),
  },
  notes: {
    path: '/notes',
    loader: () => `notes of ${user}`,
    default: () => <h1>{useLoaderData<string>()}</h1>,
  },
}

let page: LivePage
let loaded: MockInstance<(...args: never[]) => void>[]
const text = (selector: string) => document.querySelector(selector)!.textContent
const click = (selector: string) => document.querySelector<HTMLElement>(selector)!.click()
const send = () =>
  document
    .querySelector('#form')!
    .dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  user = 'ada'
  isRefused = false
  loaded = (['assign', 'replace', 'reload'] as const).map((how) =>
    vi.spyOn(location, how).mockImplementation(() => {}),
  )
})
afterEach(async () => {
  await page?.close()
  vi.restoreAllMocks()
})

/** Resolves to how the browser was told to load a document, such as `assign /notes`. */
async function documentLoad(): Promise<string> {
  await vi.waitFor(() => expect(loaded.some(({ mock }) => mock.calls[0])).toBe(true))
  const how = loaded.find(({ mock }) => mock.calls[0])!
  const [href] = how.mock.calls[0] as string[]
  return href ? `${how.getMockName()} ${new URL(href, location.href).pathname}` : how.getMockName()
}

/** Someone else signs in, in another tab. */
function becomeAnother(who = 'bob'): void {
  user = who
  page.tell(who || '-')
}

function redirectTo(location: string): Response {
  return new Response(
    JSON.stringify({
      redirect: { location, status: 303, revalidate: false, reload: false, replace: false },
    }),
    {
      status: 202,
      headers: { 'X-Framework-Response': 'data', 'X-Framework-Version': 'v1' },
    },
  )
}

describe('a page whose response tells another visitor than its data was loaded for', () => {
  it.each([
    ['another person', 'bob'],
    ['nobody', ''],
  ])('is loaded as a document at the target of a link: %s', async (_, who) => {
    page = await openPage(routes, '/', { visitor: 'ada' })
    becomeAnother(who)
    click('a')
    expect(await documentLoad()).toBe('assign /notes')
    expect([text('#user'), text('h1')]).toEqual(['ada', 'Home '])
  })

  it.each(['#load', '#reload'])(
    'is loaded as a document for a fetcher and a reload: %s',
    async (button) => {
      page = await openPage(routes, '/', { visitor: 'ada' })
      becomeAnother()
      click(button)
      expect(await documentLoad()).toBe('reload')
      expect([text('#user'), text('#load')]).toEqual(['ada', 'Load'])
    },
  )

  it('is loaded as a document at the target of the redirect of an action that ran for another', async () => {
    page = await openPage(routes, '/', { visitor: 'ada' })
    becomeAnother()
    send()
    expect(await documentLoad()).toBe('assign /notes')
  })

  it('is loaded as a document after an action that ran for another and returned data', async () => {
    isRefused = true
    page = await openPage(routes, '/', { visitor: 'ada' })
    becomeAnother()
    send()
    expect(await documentLoad()).toBe('assign /')
    expect(text('h1')).toBe('Home ')
  })

  it('does not believe an older response from a cache, if another tab was told someone else', async () => {
    page = await openPage(routes, '/', { visitor: 'ada' })
    localStorage.setItem('fw:visitor/', 'bob')
    click('a')
    expect(await documentLoad()).toBe('assign /notes')
    expect(localStorage.getItem('fw:visitor/')).toBe('bob')
  })
})

describe('a live page whose visitor has logged out in another tab', () => {
  it.each([
    ['the other tab was told so', true],
    ['its own response is the first to tell it', false],
  ])('is loaded as a document: %s', (_, isKnown) => {
    const browser = { whenStarted() {} } as unknown as Browser
    createKeeper(browser, '/', 'ada', undefined, () => new Promise(() => {}))
    if (isKnown) localStorage.setItem('fw:visitor/', '-')
    const hear = browser.drafts!.hear({
      method: 'GET',
      redirect: 'manual',
      purpose: { cause: 'live' },
    } as DataRequest)
    void hear(new Response('{}', { headers: { 'X-Framework-Visitor': '-' } }))
    expect(loaded.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
  })
})

describe('a page that is not loaded as a document', () => {
  it('is that of the same visitor', async () => {
    page = await openPage(routes, '/', { visitor: 'ada' })
    click('a')
    await vi.waitFor(() => expect(text('h1')).toBe('notes of ada'))
    expect(loaded.flatMap(({ mock }) => mock.calls)).toEqual([])
  })

  it('is that of a visitor who has logged in here', async () => {
    user = ''
    page = await openPage(routes, '/', { visitor: '' })
    user = 'bob'
    page.tell('bob', '-,?')
    send()
    await vi.waitFor(() => expect(text('h1')).toBe('notes of bob'))
    expect(loaded.flatMap(({ mock }) => mock.calls)).toEqual([])
    click('#load')
    await vi.waitFor(() => expect(text('#load')).toBe('notes of bob'))
    expect(loaded.flatMap(({ mock }) => mock.calls)).toEqual([])
  })

  it('is that of a visitor whose digest the server creates with another secret too', async () => {
    const [old, current] = ['old!', 'new!'].map((key) => key + 'a'.repeat(16))
    page = await openPage(routes, '/', { visitor: old! })
    page.tell(`${current}.${old}`)
    click('a')
    await vi.waitFor(() => expect(text('h1')).toBe('notes of ada'))
    expect(loaded.flatMap(({ mock }) => mock.calls)).toEqual([])
  })

  it('is one whose document did not say who it was made for', async () => {
    page = await openPage(routes, '/', { visitor: null })
    click('a')
    await vi.waitFor(() => expect(text('h1')).toBe('notes of ada'))
    becomeAnother()
    click('#load')
    expect(await documentLoad()).toBe('reload')
  })
})
