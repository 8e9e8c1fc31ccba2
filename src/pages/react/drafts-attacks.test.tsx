// @vitest-environment happy-dom
import { StrictMode, Suspense, use, useEffect, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, type LivePage, type LiveRoute } from './hydrated-page.fixture.tsx'
import { Form, Link, Outlet, Scripts, useDraft, useSubmit } from './index.ts'

let page: LivePage
let Inner: () => ReactNode
const item = 'fw:drafts/'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => page.close())

const root: LiveRoute = {
  path: '/',
  default: () => (
    <html lang="en">
      <body>
        <Link to="/">Home</Link>
        <Link to="/form">Form</Link>
        <Link to="/form#part">Part</Link>
        <Outlet />
        <Scripts />
      </body>
    </html>
  ),
}
const home: LiveRoute = { path: '/', loader: () => 1, default: () => <h1>Home</h1> }
const form: LiveRoute = {
  path: '/form',
  loader: () => 1,
  action: () => 'saved',
  default: function FormPage() {
    return (
      <Form method="post" id="form">
        <output>{useDraft('form') && 'kept'}</output>
        <Inner />
      </Form>
    )
  },
}
const routes = { root, home, form }

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 120_000, interval: 5 })
const find = (selector: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(selector)
  if (!found) throw new Error(`No ${selector} in ${document.body.innerHTML}`)
  return found
}
const named = (name: string) => find(`[name=${name}]`)
const type = (control: HTMLInputElement, text: string) => {
  control.dispatchEvent(new Event('focusin', { bubbles: true }))
  control.value = text
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
const hide = () => dispatchEvent(new Event('pagehide'))
const stored = () => sessionStorage.getItem(item) ?? ''
const send = () =>
  find('form').dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
const open = async (
  inner: () => ReactNode,
  options: Parameters<typeof openPage>[2] = {},
  url = '/form',
) => {
  Inner = inner
  page = await openPage(routes, url, { visitor: 'ada', ...options })
  await import('./drafts.ts')
  await new Promise((resolve) => setTimeout(resolve))
}
const reopen = async (...given: Parameters<typeof open>) => {
  hide()
  await page.close()
  await open(...given)
}
const go = async (text: string, selector: string) => {
  ;[...document.querySelectorAll('a')].find((one) => one.textContent === text)!.click()
  await eventually(() => find(selector))
}
const Title = () => <input name="title" />

describe('attacks', () => {
  it('attack 5: a text returns after the redirect of a guard, and of an action that found nobody', async () => {
    for (const ranFor of [undefined, '-']) {
      await open(Title)
      type(named('title'), `after ${ranFor}`)
      page.tell('-', ranFor)
      send()
      await eventually(() => expect(page.requests).toContain('POST /form'))
      await reopen(Title)
      expect(named('title').value).toBe(`after ${ranFor}`)
      sessionStorage.clear()
      await page.close()
    }
    await open(Title)
  })

  it('attack 6: quotes, HTML and names of properties come back as text', async () => {
    const text = `"'><img src=x onerror=alert(1)>`
    const names = ['__proto__', 'constructor', 'a"]b']
    const Odd = () => names.map((name) => <input key={name} name={name} />)
    const inputs = () => [...document.querySelectorAll('input')]
    await open(Odd)
    for (const input of inputs()) type(input, text)
    await reopen(Odd)
    expect(inputs().map(({ value }) => value)).toEqual([text, text, text])
    expect(document.querySelector('img')).toBeNull()
    hide()
    const draft = { ...(JSON.parse(stored()) as object[])[0], waits: 2 }
    const wrong = [
      { ...draft, fields: [['title', '0/1', '0', 5]] },
      { ...draft, fields: 'x'.repeat(5_000_000) },
      { ...draft, at: [] },
      { ...draft, at: 'text' },
      { ...draft, at: [5] },
      null,
    ]
    for (const stored of wrong) {
      sessionStorage.setItem(item, JSON.stringify([stored]))
      await page.close()
      await open(Odd)
      expect(inputs().map(({ value }) => value)).toEqual(['', '', ''])
    }
  })

  it('attack 7: a form that submits on change sends nothing, in StrictMode and after Suspense', async () => {
    let wake: (value: string) => void = () => {}
    let waiting: Promise<string> | undefined
    let setIsWaiting: (is: boolean) => void = () => {}
    const Slow = () => {
      const [isWaiting, set] = useState(false)
      useEffect(() => void (setIsWaiting = set), [])
      return isWaiting && waiting ? use(waiting) : null
    }
    const Auto = () => {
      const submit = useSubmit()
      return (
        <Suspense>
          <input name="title" onChange={(event) => void submit(event.target.form)} />
          <Slow />
        </Suspense>
      )
    }
    await open(Title)
    type(named('title'), 'A title')
    await reopen(Auto, { wrap: (app) => <StrictMode>{app}</StrictMode> })
    expect(named('title').value).toBe('A title')
    const control = named('title')
    waiting = new Promise((resolve) => (wake = resolve))
    setIsWaiting(true)
    await eventually(() => expect(control.style.display).toBe('none'))
    wake('done')
    await eventually(() => expect(control.style.display).not.toBe('none'))
    expect(control.value).toBe('A title')
    expect(page.requests).toEqual([])
  })

  it('attack 13: what was typed while the form was sent is the next draft, with all fields', async () => {
    let respond: (value: unknown) => void = () => {}
    const original = form.action
    form.action = () => new Promise((resolve) => (respond = resolve))
    const Two = () => (
      <>
        <Title />
        <input name="more" />
      </>
    )
    await open(Two)
    type(named('title'), 'sent')
    send()
    await eventually(() => expect(page.requests).toContain('POST /form'))
    type(named('more'), 'typed since')
    respond('ok')
    await eventually(() => expect(stored()).toMatch(/"waits":0.*typed since/))
    form.action = original!
    await reopen(Two)
    expect([named('title').value, named('more').value]).toEqual(['sent', 'typed since'])
  })

  it('attack 14: after a guard and a login, the text is in its entry: Back and Forward show it again', async () => {
    await open(Title)
    type(named('title'), 'A title')
    await reopen(Title, { visitor: '' }, '/')
    await go('Form', 'form')
    expect(named('title').value).toBe('')
    await reopen(Title, { visitor: 'ada' }, '/')
    await go('Form', 'form')
    expect(named('title').value).toBe('A title')
    history.back()
    await eventually(() => find('h1'))
    history.forward()
    await eventually(() => find('form'))
    expect(named('title').value).toBe('A title')
    await go('Home', 'h1')
    await go('Form', 'form')
    expect(named('title').value).toBe('')
  })

  it('attack 15: two fast Backs past a form save its text for its entry, which shows it again', async () => {
    await open(Title, {}, '/')
    await go('Form', 'form')
    await new Promise((resolve) => setTimeout(resolve))
    type(named('title'), 'A title')
    await go('Home', 'h1')
    history.back()
    history.back()
    await eventually(() => find('h1'))
    history.forward()
    await eventually(() => find('form'))
    expect(named('title').value).toBe('A title')
  })

  it('attack 15: a form that stays on the way to an older entry shows the text of that entry', async () => {
    const Two = () => (
      <>
        <Title />
        <input name="more" />
        <input type="radio" name="size" value="s" defaultChecked />
        <input type="radio" name="size" value="l" />
      </>
    )
    const values = () => [named('title').value, named('more').value, find('[value=l]').checked]
    await open(Two)
    type(named('title'), 'older')
    await go('Home', 'h1')
    await go('Form', 'form')
    const element = find('form')
    type(named('title'), 'newer')
    type(named('more'), 'newer, too')
    find('[value=l]').checked = true
    find('[value=l]').dispatchEvent(new Event('input', { bubbles: true }))
    // The same as two Backs, of which the first one shows nothing.
    history.go(-2)
    await eventually(() => expect(values()).toEqual(['older', '', false]))
    history.go(2)
    await eventually(() => expect(values()).toEqual(['newer', 'newer, too', true]))
    expect(find('form')).toBe(element)
  })

  it('attack 16: a hash link and a reload keep it', async () => {
    await open(Title)
    type(named('title'), 'A title')
    await go('Part', 'form')
    await eventually(() => expect(location.hash).toBe('#part'))
    await eventually(() => expect(stored()).toMatch(/"at":\[[^\]]*,/))
    const { state } = history
    await reopen(Title, { state }, '/form#part')
    expect(named('title').value).toBe('A title')
  })

  it('attack 19: a password is not kept, also if it is shown at the moment of a save, and a login not at all', async () => {
    const New = () => (
      <>
        <Title />
        <input name="secret" type="password" autoComplete="new-password" />
      </>
    )
    await open(New)
    type(named('title'), 'A title')
    type(named('secret'), 'hunter2')
    named('secret').removeAttribute('autocomplete')
    named('secret').setAttribute('autocomplete', 'new-password')
    named('secret').type = 'text'
    named('secret').removeAttribute('autocomplete')
    hide()
    expect(stored()).not.toContain('hunter2')
    await page.close()
    sessionStorage.clear()
    const Login = () => (
      <>
        <Title />
        <input name="secret" type="password" autoComplete="current-password" />
        <input name="card" autoComplete="billing cc-number" />
      </>
    )
    await open(Login)
    type(named('title'), 'ada@example.com')
    type(named('card'), '4111')
    hide()
    expect(stored()).toBe('')
  })

  it('attack 22: a radio button and an input with a list', async () => {
    const Far = () => (
      <>
        <input name="city" list="cities" />
        <datalist id="cities">
          <option value="Rome" />
        </datalist>
        <input type="radio" name="size" value="s" defaultChecked />
        <input type="radio" name="size" value="l" />
      </>
    )
    await open(Far)
    type(named('city'), 'Rome')
    const large = find('[value=l]')
    large.checked = true
    large.dispatchEvent(new Event('input', { bubbles: true }))
    await reopen(Far)
    expect([named('city').value, find('[value=l]').checked]).toEqual(['Rome', true])
  })

  it('attack 23: two apps of one origin have their own drafts and visitors', async () => {
    await open(Title)
    type(named('title'), 'A title')
    hide()
    await page.close()
    page = await openPage(routes, '/shop/form', { visitor: 'bob', basename: '/shop' })
    await import('./drafts.ts')
    expect(named('title').value).toBe('')
    await page.close()
    await open(Title)
    expect(named('title').value).toBe('A title')
  })
})

describe('the work of a keystroke', () => {
  it('does not grow with the form: no control of 500 is read', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `n${i}`)
    await open(() => names.map((name) => <input key={name} name={name} />))
    const element = find('form')
    const { elements } = element as unknown as HTMLFormElement
    let reads = 0
    Object.defineProperty(element, 'elements', {
      configurable: true,
      get() {
        reads++
        return elements
      },
    })
    for (let i = 0; i < 100; i++) type(named('n7'), `${i}`)
    expect(reads).toBe(0)
    hide()
    expect(reads).toBeGreaterThan(0)
    expect(stored()).toContain('99')
  })
})

describe('controlled fields', () => {
  it('a checkbox and a select that are controlled are left to the app, which is told so', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const Free = () => (
      <>
        <input name="is" type="checkbox" value="1" />
        <select name="kind" defaultValue="a">
          <option>a</option>
          <option>b</option>
        </select>
      </>
    )
    await open(Free)
    named('is').checked = true
    named('is').dispatchEvent(new Event('input', { bubbles: true }))
    type(named('kind'), 'b')
    await reopen(() => (
      <>
        <input name="is" type="checkbox" value="1" checked={false} onChange={() => {}} />
        <select name="kind" value="a" onChange={() => {}}>
          <option>a</option>
          <option>b</option>
        </select>
      </>
    ))
    expect([named('is').checked, named('kind').value]).toEqual([false, 'a'])
    await eventually(() => expect(String(warned.mock.calls)).toContain('it is controlled'))
    await reopen(Free)
    expect([named('is').checked, named('kind').value]).toEqual([true, 'b'])
    warned.mockRestore()
  })

  it('a select that was changed before the page was hydrated is not set', async () => {
    const Kind = () => (
      <select name="kind" defaultValue="a">
        <option>a</option>
        <option>b</option>
        <option>c</option>
      </select>
    )
    await open(Kind)
    type(named('kind'), 'b')
    let isDone = false
    await reopen(Kind, {
      wrap(app) {
        if (!isDone) named('kind').value = 'c'
        isDone = true
        return app
      },
    })
    expect(named('kind').value).toBe('c')
  })
})
