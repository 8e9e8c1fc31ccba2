// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../internal/eventually.fixture.ts'
import { invalid } from '../response/index.ts'
import { Form, Outlet, Scripts, useFields, useSubmit, useTransition } from './index.ts'
import { openPage, type LivePage, type LiveRoute } from './live-page.fixture.tsx'

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

const onSubmit = vi.fn()

function Edit() {
  const { form, fields, error } = useFields<never>() as any
  return (
    <Form method="post" {...form} onSubmit={onSubmit}>
      <p {...error} />
      <input {...fields.title.input} />
      <p {...fields.title.error} />
      <input {...fields.code.input} />
      <p {...fields.code.error} />
      <input {...fields.photo.input} />
      <p {...fields.photo.error} />
      <button>Save</button>
      <button name="draft" formNoValidate>
        Draft
      </button>
      <output>{useTransition().state}</output>
    </Form>
  )
}

/** A page that sends a form to another page. */
function Start() {
  const submit = useSubmit()
  const send = () => {
    const form = new FormData()
    form.append('title', 'Dune')
    form.append('photo', new File(['x'], 'x.png'))
    submit(form, { method: 'post', action: '/edit', encType: 'multipart/form-data' })
  }
  return <button onClick={send}>Send</button>
}

let page: LivePage | undefined
afterEach(async () => {
  await page?.close()
  onSubmit.mockClear()
})

async function open(action: LiveRoute['action'], path = '/edit'): Promise<void> {
  page = await openPage(
    {
      root,
      edit: {
        path: '/edit',
        default: Edit,
        loader: () => null,
        action: action!,
        fields: {
          body: {
            title: { type: 'text', required: true },
            code: { type: 'text', check: { pattern: ['^[a-z]+$'] } },
            photo: { type: 'file', secret: true },
          },
        },
      },
      start: { path: '/start', default: Start },
    },
    path,
  )
}

const find = <Found extends HTMLElement>(selector: string): Found =>
  document.querySelector<Found>(selector)!
const input = (name: string) => find<HTMLInputElement>(`input[name="${name}"]`)
const errorOf = (name: string) => input(name).nextElementSibling as HTMLElement

function type(name: string, text: string): void {
  input(name).value = text
  input(name).dispatchEvent(new Event('input', { bubbles: true }))
}

function leave(name: string): void {
  input(name).dispatchEvent(new FocusEvent('blur'))
}

describe('the early check', () => {
  it('lets only a form without errors be submitted', async () => {
    const action = vi.fn(() => 'saved')
    await open(action)
    expect(find<HTMLFormElement>('form').noValidate).toBe(true)
    find<HTMLButtonElement>('button').click()
    await eventually(() => expect(input('title').getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(input('title'))
    expect([action.mock.calls.length, onSubmit.mock.calls.length]).toEqual([0, 0])

    type('title', 'Dune')
    await eventually(() => expect(input('title').hasAttribute('aria-invalid')).toBe(false))
    find<HTMLButtonElement>('button').click()
    await eventually(() => expect(action).toHaveBeenCalledOnce())
  })

  it('shows the error of a changed field that loses the focus, by the rules that HTML does not have', async () => {
    await open(() => null)
    leave('code')
    type('code', 'A1')
    expect(errorOf('code').hidden).toBe(true)
    leave('code')
    await eventually(() => expect(errorOf('code').hidden).toBe(false))
    expect(errorOf('code').textContent).not.toBe('')
    expect(input('code').getAttribute('aria-describedby')).toBe(errorOf('code').id)
    type('code', 'abc')
    await eventually(() => expect(errorOf('code').hidden).toBe(true))
  })

  it('does not move a button that is being pressed', async () => {
    await open(() => null)
    type('code', 'A1')
    const relatedTarget = find<HTMLButtonElement>('button')
    input('code').dispatchEvent(new FocusEvent('blur', { relatedTarget }))
    expect(errorOf('code').hidden).toBe(true)
    leave('code')
    await eventually(() => expect(errorOf('code').hidden).toBe(false))
  })

  it('is skipped by a button with formNoValidate', async () => {
    const action = vi.fn(() => null)
    await open(action)
    find<HTMLButtonElement>('button[name=draft]').click()
    await eventually(() => expect(action).toHaveBeenCalledOnce())
  })
})

describe('a refused form', () => {
  it('shows the messages of the server, keeps the values and moves the focus, without a reload', async () => {
    await open(() => invalid({ code: 'Taken', '': 'Not today' }))
    type('title', 'Dune')
    type('code', 'abc')
    find<HTMLButtonElement>('button').click()
    await eventually(() => expect(errorOf('code').textContent).toBe('Taken'))
    expect(find('form > p').textContent).toBe('Not today')
    expect([input('title').value, input('code').value]).toEqual(['Dune', 'abc'])
    await eventually(() => expect(document.activeElement).toBe(input('code')))
    expect(page!.requests).toEqual(['POST /edit'])

    // The server's message goes when the field changes.
    type('code', 'abcd')
    await eventually(() => expect(errorOf('code').hidden).toBe(true))
  })

  it('says on another page than the one that sent it that a file has to be chosen again', async () => {
    await open(() => invalid({ code: 'Taken' }), '/start')
    find<HTMLButtonElement>('button').click()
    await eventually(() => expect(errorOf('photo').textContent).toBe('Choose the file again'))
    expect(input('title').value).toBe('Dune')
    await eventually(() => expect(document.activeElement).toBe(input('code')))

    // Now the form is on the page that is refused, so its inputs keep their files.
    type('code', 'abcd')
    find<HTMLButtonElement>('button').click()
    await eventually(() => expect(errorOf('code').textContent).toBe('Taken'))
    expect(errorOf('photo').hidden).toBe(true)
  })
})
