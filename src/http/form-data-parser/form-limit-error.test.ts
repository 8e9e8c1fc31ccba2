import { describe, expect, it } from 'vitest'

import { createFetchHandler, createRouter } from '../../router/fetch-router/index.ts'
import { field, file, formRequest } from './form.fixture.ts'
import {
  FormDataParseError,
  FormLimitError,
  MaxFilesExceededError,
  MaxFileSizeExceededError,
  MultipartParseError,
  parseFormData,
  type ParseFormDataOptions,
} from './index.ts'

const parts = [field('title', 'Dune'), file('cover', 'c.png', '0123456789'), file('b', 'b', '')]

const passed: [limits: ParseFormDataOptions, publicMessage: string][] = [
  [{ maxFiles: 1 }, 'There are too many files.'],
  [{ maxFileSize: 9 }, 'The file is too large.'],
  [{ maxHeaderSize: 9 }, 'The form is too large.'],
  [{ maxParts: 2 }, 'The form has too many fields.'],
  [{ maxTotalSize: 9 }, 'The upload is too large.'],
]

async function fail(limits: ParseFormDataOptions): Promise<unknown> {
  return parseFormData(formRequest(parts), limits).catch((error: unknown) => error)
}

describe('FormLimitError', () => {
  it.each(passed)('is thrown for a form that exceeds %j', async (limits, publicMessage) => {
    const [limit, maximum] = Object.entries(limits)[0]!
    const error = await fail(limits)
    expect(error).toBeInstanceOf(FormLimitError)
    expect(error).toBeInstanceOf(FormDataParseError)
    expect(error).toMatchObject({ status: 413, limit, maximum, publicMessage })
    expect((error as Error).message).toContain(`raise "${limit}"`)
  })

  it('is thrown for a urlencoded form', async () => {
    const request = formRequest(
      new TextEncoder().encode('a=1&b=2'),
      'application/x-www-form-urlencoded',
    )
    await expect(parseFormData(request, { maxParts: 1 })).rejects.toBeInstanceOf(FormLimitError)
  })

  it('names the field of a file that is too large', async () => {
    expect(await fail({ maxFileSize: 9 })).toMatchObject({ fieldName: 'cover' })
  })

  it('has the fields that arrived before, and no files', async () => {
    const error = (await parseFormData(formRequest([file('a', 'a', 'x'), ...parts]), {
      maxFileSize: 9,
      uploadHandler: () => 'stored',
    }).catch((error: unknown) => error)) as FormLimitError
    expect([...error.form]).toEqual([['title', 'Dune']])
  })

  it('is not thrown for a malformed form', async () => {
    const error = await parseFormData(formRequest(new Uint8Array(3))).catch(
      (error: unknown) => error,
    )
    expect(error).toBeInstanceOf(FormDataParseError)
    expect(error).not.toBeInstanceOf(FormLimitError)
  })

  it('can be told apart from its subclasses, and they from each other', async () => {
    const error = await fail({ maxFileSize: 9 })
    expect(error).toBeInstanceOf(MaxFileSizeExceededError)
    expect(error).toBeInstanceOf(MultipartParseError)
    expect(error).not.toBeInstanceOf(MaxFilesExceededError)
  })

  it('is known when another copy of the class threw it, as beside a bundled app', () => {
    expect({ [Symbol.for('framework.formLimitError')]: true }).toBeInstanceOf(FormLimitError)
    for (const value of [null, undefined, 'x', new Error('x'), { status: 413 }]) {
      expect(value).not.toBeInstanceOf(FormLimitError)
    }
  })

  it.each(passed)('shows a visitor a sentence, not %j', async (limits, publicMessage) => {
    const router = createRouter()
    router.post('/', async ({ request }) => {
      await parseFormData(request, limits)
      return new Response()
    })
    const response = await createFetchHandler(router)(formRequest(parts))
    expect(response.status).toBe(413)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(await response.text()).toBe(publicMessage)
  })

  it('can be caught by an action, which returns another response', async () => {
    const router = createRouter()
    router.post('/', async ({ request }) => {
      try {
        await parseFormData(request, { maxFileSize: 9 })
        return new Response()
      } catch (error) {
        if (error instanceof FormLimitError)
          return new Response(error.publicMessage, { status: 422 })
        throw error
      }
    })
    const response = await router.fetch(formRequest(parts))
    expect(response.status).toBe(422)
  })
})

describe('parseFormData called as others are', () => {
  const handler = () => 'stored'

  it('refuses a handler in the place of the options', async () => {
    await expect(parseFormData(formRequest(parts), handler as never)).rejects.toThrow(
      new TypeError(
        'parseFormData() takes a request and options: write parseFormData(request, { uploadHandler })',
      ),
    )
  })

  it('refuses a handler behind the options', async () => {
    const parse = parseFormData as (...parameters: unknown[]) => Promise<FormData>
    await expect(parse(formRequest(parts), { maxFiles: 3 }, handler)).rejects.toThrow(
      'write parseFormData(request, { uploadHandler })',
    )
    await expect(parse(formRequest(parts), { uploadHandler: 'disk' })).rejects.toThrow(
      'takes a function as `uploadHandler`, not "disk"',
    )
  })
})
