// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { invalid } from '../../http/response/index.ts'
import { openPage, type LivePage, type LiveRoute } from './hydrated-page.fixture.tsx'
import { Form, Outlet, Scripts, useFetcher, useFields, useLoaderData } from './index.ts'

const root: LiveRoute = {
  path: '/',
  default: () => (
    <html>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  ),
}

const lines = {
  type: 'rows',
  max: 4,
  row: {
    title: { type: 'text', required: true },
    count: { type: 'number', step: 1, value: ['1'] },
    parts: { type: 'rows', row: { name: { type: 'text' } } },
  },
} as const

const onSubmit = vi.fn()

function Edit({ begins = '' }: { begins?: string }) {
  const values = useLoaderData<any>()
  const { form, fields } = useFields<never>({ values } as never) as any
  return (
    <>
      <Form method="post" {...form} key={begins} onSubmit={onSubmit}>
        <button hidden />
        <Lines fields={fields} />
        <button id="save">Save</button>
      </Form>
    </>
  )
}

function Lines({ fields }: { fields: any }) {
  return (
    <>
      {fields.lines.rows.map((row: any) => (
        <fieldset key={row.key}>
          <input {...row.hidden} />
          <input {...row.fields.title.input} />
          <p {...row.fields.title.error} />
          <input {...row.fields.count.input} />
          {row.fields.parts.rows.map((part: any) => (
            <div key={part.key}>
              <input {...part.hidden} />
              <input {...part.fields.name.input} />
            </div>
          ))}
          <button {...row.fields.parts.add} />
          <button {...row.remove} />
          <strong {...row.error} />
        </fieldset>
      ))}
      <p {...fields.lines.error} className="list" />
      <button id="add" {...fields.lines.add} />
    </>
  )
}

function OfFetcher() {
  const fetcher = useFetcher()
  const { form, fields } = useFields<never>({ fetcher } as never) as any
  return (
    <fetcher.Form method="post" {...form}>
      <button hidden />
      <Lines fields={fields} />
    </fetcher.Form>
  )
}

let page: LivePage | undefined
afterEach(async () => {
  await page?.close()
  onSubmit.mockClear()
})

async function open(route: Partial<LiveRoute> = {}): Promise<void> {
  page = await openPage(
    {
      root,
      edit: {
        path: '/edit',
        default: Edit,
        loader: () => ({ lines: [{ title: 'a' }, { title: 'b' }] }),
        action: () => null,
        fields: { body: { lines } } as never,
        ...route,
      },
    },
    '/edit',
  )
  // Until this code is here, a press is a request.
  await vi.dynamicImportSettled()
}

const find = <Found extends HTMLElement>(selector: string): Found =>
  document.querySelector<Found>(selector)!
const input = (name: string) => find<HTMLInputElement>(`input[name="${name}"]`)
const titles = () =>
  Array.from(document.querySelectorAll<HTMLInputElement>('input[name$=".title"]'), (element) => [
    element.name,
    element.value,
  ])
const press = (value: string) => find<HTMLButtonElement>(`button[value="${value}"]`).click()

function type(name: string, text: string): void {
  input(name).value = text
  input(name).dispatchEvent(new Event('input', { bubbles: true }))
}

describe('a press with JavaScript (RW-9, RW-14, RW-15)', () => {
  it('adds a row without a request, and its first field gets the focus', async () => {
    await open()
    type('lines.0.title', 'typed')
    press('+lines')
    await eventually(() => expect(document.activeElement).toBe(input('lines.2.title')))
    expect(titles()).toEqual([
      ['lines.0.title', 'typed'],
      ['lines.1.title', 'b'],
      ['lines.2.title', ''],
    ])
    expect(input('lines.2.count').value).toBe('1')
    expect([page!.requests, onSubmit.mock.calls.length]).toEqual([[], 0])
    expect(input('lines.0.title').hasAttribute('aria-invalid')).toBe(false)
  })

  it('removes a row, and never uses its index again', async () => {
    await open()
    press('-lines.0')
    await eventually(() => expect(document.activeElement).toBe(find('button[value="-lines.1"]')))
    press('+lines')
    await eventually(() => expect(input('lines.2.title')).not.toBe(null))
    press('-lines.2')
    await eventually(() => expect(document.activeElement).toBe(find('button[value="-lines.1"]')))
    press('-lines.1')
    await eventually(() => expect(document.activeElement).toBe(find('#add')))
    expect(titles()).toEqual([])
    press('+lines')
    await eventually(() => expect(titles()).toEqual([['lines.3.title', '']]))
    expect(page!.requests).toEqual([])
  })

  it('disables add when the list is full, and rows of rows have their own buttons', async () => {
    await open()
    press('+lines')
    await eventually(() => expect(titles()).toHaveLength(3))
    press('+lines.1.parts')
    await eventually(() => expect(document.activeElement).toBe(input('lines.1.parts.3.name')))
    expect(find<HTMLButtonElement>('#add').disabled).toBe(false)
    press('+lines')
    await eventually(() => expect(input('lines.4.title')).not.toBe(null))
    expect(find<HTMLButtonElement>('#add').disabled).toBe(true)
  })

  it('keeps texts and errors with their rows after a 422, and a new row shows none of a removed one', async () => {
    await open({
      action: () =>
        invalid({
          'lines.0.title': 'Bad a',
          'lines.1.title': 'Bad b',
          'lines.1': 'Row b',
          lines: 'List',
        }),
    })
    type('lines.1.title', 'typed')
    find('#save').click()
    await eventually(() => expect(find('.list').textContent).toBe('List'))
    expect(input('lines.1.title').nextElementSibling!.textContent).toBe('Bad b')
    expect(find('fieldset:nth-of-type(2) strong').textContent).toBe('Row b')
    press('-lines.0')
    await eventually(() => expect(titles()).toEqual([['lines.1.title', 'typed']]))
    expect(input('lines.1.title').nextElementSibling!.textContent).toBe('Bad b')
    press('+lines')
    await eventually(() => expect(titles()).toHaveLength(2))
    expect(titles()[1]).toEqual(['lines.2.title', ''])
    expect(document.body.textContent).not.toContain('Bad a')
    expect(input('lines.2.count').value).toBe('1')
  })

  it('is taken in the form of a fetcher too', async () => {
    await open({ default: OfFetcher })
    press('+lines')
    await eventually(() => expect(document.activeElement).toBe(input('lines.0.title')))
    expect(page!.requests).toEqual([])
  })
})

describe('the rows of a form (RW-8)', () => {
  it('begin anew after the form was accepted, and not with other values', async () => {
    let stored = [{ title: 'a' }]
    await open({
      loader: () => ({ lines: stored }),
      action: () => {
        stored = [{ title: 'x' }, { title: 'y' }]
        return null
      },
    })
    press('+lines')
    await eventually(() => expect(titles()).toHaveLength(2))
    type('lines.1.title', 'new')
    find('#save').click()
    await eventually(() =>
      expect(titles()).toEqual([
        ['lines.0.title', 'x'],
        ['lines.1.title', 'y'],
      ]),
    )
  })

  it('begin anew with another key of the form', async () => {
    const Keyed = () => {
      const [key, setKey] = useState('a')
      return (
        <>
          <Edit begins={key} />
          <button id="anew" onClick={() => setKey('b')} />
        </>
      )
    }
    await open({ default: Keyed })
    press('-lines.0')
    await eventually(() => expect(titles()).toHaveLength(1))
    find('#anew').click()
    await eventually(() => expect(titles()).toHaveLength(2))
  })
})

describe('Enter (RW-11)', () => {
  it('would press the button of a row, which is a warning for the developer', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const Bare = () => {
      const { form, fields } = useFields<never>() as any
      return (
        <Form method="post" {...form}>
          <Lines fields={fields} />
        </Form>
      )
    }
    await open({ default: Bare, loader: () => null })
    await eventually(() => expect(log).toHaveBeenCalledOnce())
    expect(log.mock.calls[0]![0]).toContain('Begin the form with <button hidden />')
    log.mockRestore()
  })

  it('is no warning if the form begins with another button', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await open()
    press('+lines')
    await eventually(() => expect(titles()).toHaveLength(3))
    expect(log).not.toHaveBeenCalled()
    log.mockRestore()
  })
})
