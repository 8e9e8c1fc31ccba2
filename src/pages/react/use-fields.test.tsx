// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { invalid } from '../../http/response/index.ts'
import {
  Form,
  Link,
  Outlet,
  Scripts,
  useFetcher,
  useFields,
  useLoaderData,
  useSubmit,
  useTransition,
} from './index.ts'
import { openPage, type LivePage, type LiveRoute } from './hydrated-page.fixture.tsx'

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
    <>
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
      <Form method="post" id="other">
        <button />
      </Form>
    </>
  )
}

/** A page with a list of forms, each with its own fetcher. */
function Rows() {
  return ['a', 'b'].map((name) => <Row key={name} name={name} />)
}

function Row({ name }: { name: string }) {
  const saved = useLoaderData<Record<string, string>>()
  const fetcher = useFetcher()
  const { form, fields } = useFields<never>({
    fetcher,
    values: { title: saved[name], kind: saved[`${name}Kind`] },
  } as never) as any
  return (
    <fetcher.Form method="post" {...form} className={name}>
      <input {...fields.title.input} />
      <p {...fields.title.error} />
      <select {...fields.kind.select}>
        <option>x</option>
        <option>y</option>
      </select>
      <button name="row" value={name} />
    </fetcher.Form>
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

function press(event: string): void {
  document.body.dispatchEvent(new Event(event, { bubbles: true }))
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

  it('does not move the page while a pointer is down, and shows the error when it is up', async () => {
    await open(() => null)
    type('code', 'A1')
    press('mousedown')
    leave('code')
    // Anything that renders the form again must not show the error either.
    type('title', 'D')
    expect(errorOf('code').hidden).toBe(true)
    press('mouseup')
    expect(errorOf('code').hidden).toBe(true)
    await eventually(() => expect(errorOf('code').hidden).toBe(false))
  })

  it('waits for the mouse events that follow a touch', async () => {
    await open(() => null)
    type('code', 'A1')
    for (const event of ['pointerdown', 'pointerup', 'mousedown']) press(event)
    leave('code')
    expect(errorOf('code').hidden).toBe(true)
    press('mouseup')
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

  it('asks to choose a file again on another page than its own', async () => {
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

describe('an accepted form', () => {
  it('begins again if the page stays', async () => {
    await open(() => ({ saved: true }))
    type('title', 'Dune')
    type('code', 'abc')
    find<HTMLButtonElement>('button').click()
    await eventually(() => expect(input('title').value).toBe(''))
    expect(input('code').value).toBe('')
    expect(errorOf('title').hidden).toBe(true)
  })

  it('keeps what was typed if its submission was cancelled and another form was accepted', async () => {
    const action = vi.fn(() => ({ saved: true }))
    await open(action)
    onSubmit.mockImplementationOnce((event: Event) => event.preventDefault())
    type('title', 'Dune')
    find<HTMLButtonElement>('button').click()
    expect(onSubmit).toHaveBeenCalledOnce()
    find('#other button').click()
    await eventually(() => expect(action).toHaveBeenCalledOnce())
    await eventually(() => expect(find('output').textContent).toBe('idle'))
    expect(input('title').value).toBe('Dune')
  })
})

describe('the form of a fetcher', () => {
  const inRow = <Found extends HTMLElement>(row: string, tag: string) =>
    find<Found>(`form.${row} ${tag}`)
  const title = (row: string) => inRow<HTMLInputElement>(row, 'input')

  async function openRows(action: LiveRoute['action']): Promise<void> {
    page = await openPage(
      {
        root,
        rows: {
          path: '/rows',
          default: Rows,
          loader: () => ({ ...saved }),
          action: action!,
          fields: {
            body: { title: { type: 'text' }, kind: { type: 'text', options: ['x', 'y'] } },
          },
        },
      },
      '/rows',
    )
  }
  let saved: Record<string, string>

  it('shows why the server refused it, in its own row', async () => {
    saved = { a: 'one', b: 'two' }
    await openRows(() => invalid({ title: 'Taken' }))
    title('a').value = 'two'
    inRow('a', 'button').click()
    await eventually(() => expect(inRow('a', 'p').textContent).toBe('Taken'))
    await eventually(() => expect(document.activeElement).toBe(title('a')))
    expect(inRow('b', 'p').hidden).toBe(true)
    expect([title('a').value, title('b').value]).toEqual(['two', 'two'])
  })

  it('shows what is stored after it was accepted', async () => {
    saved = { a: 'one', b: 'two', aKind: 'x' }
    await openRows(({ fields }) => {
      saved = { ...saved, a: `${fields['title'] as string}!`, aKind: fields['kind'] as string }
      return null
    })
    title('a').value = 'ONE'
    title('b').value = 'typed'
    inRow<HTMLSelectElement>('a', 'select').value = 'y'
    inRow('a', 'button').click()
    await eventually(() => expect(title('a').value).toBe('ONE!'))
    expect(inRow<HTMLSelectElement>('a', 'select').value).toBe('y')
    expect(title('b').value).toBe('typed')
  })
})

it('a form in two languages has the labels of the page that a link leads to', async () => {
  const Named = () => {
    const { form, fields } = useFields<never>() as any
    return (
      <Form method="post" {...form}>
        <label htmlFor={fields.title.id}>{fields.title.label}</label>
        <input {...fields.title.input} />
        <Link to="/en/named">English</Link>
      </Form>
    )
  }
  const labelled = (label: string) => ({ body: { title: { type: 'text', label } } }) as const
  const named: LiveRoute = {
    path: '/:lang/named',
    default: Named,
    loader: () => null,
    fields: labelled('Titel'),
  }
  page = await openPage({ root, named }, '/de/named')
  expect(find('label').textContent).toBe('Titel')
  named.fields = labelled('Title')
  find('a').click()
  await eventually(() => expect(find('label').textContent).toBe('Title'))
})

it('a field without its form is a warning for the developer', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const Bare = () => {
    const { fields } = useFields<never>() as any
    return <input {...fields.title.input} />
  }
  page = await openPage(
    { root, bare: { path: '/bare', default: Bare, fields: { body: { title: { type: 'text' } } } } },
    '/bare',
  )
  await eventually(() => expect(log).toHaveBeenCalledOnce())
  expect(log.mock.calls[0]![0]).toContain('Write <Form method="post" {...form}>')
  log.mockRestore()
})
