import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { parseFormData, type FileUpload } from '../../http/form-data-parser/index.ts'
import { createBuild, root } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** An app whose actions return how many fields a form has. */
function countingApp(middleware: Middleware[] = []) {
  const done = vi.fn()
  const action = async ({ request }: { request: Request }) => {
    const fields = Array.from(await request.formData())
    done()
    return fields.length
  }
  const build = createBuild({
    root,
    page: { path: '/page', default: () => null, action },
    api: { path: '/api', action },
  })
  const handle = createHandler(build, (pages) => {
    const router = createRouter({ middleware })
    router.map('/*', pages)
    return router
  })
  const send = async (path: string, init: RequestInit) => {
    const response = await handle(new Request(`http://x.test${path}`, init))
    return { status: response.status, text: await response.text() }
  }
  return { send, done }
}

const urlencoded = (fields: number, method = 'POST'): RequestInit => ({
  method,
  body: Array.from({ length: fields }, () => 'a=1').join('&'),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
})
const multipart = (fields: number, method = 'POST'): RequestInit => ({
  method,
  body: `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(fields)}--b--\r\n`,
  headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
})

describe('request.formData() of an action', () => {
  const forms = [
    ['urlencoded', urlencoded],
    ['multipart', multipart],
  ] as const
  const targets = [
    ['a document', '/page'],
    ['a data request', '/page?_data=page'],
    ['a resource', '/api'],
  ] as const

  describe.each(forms)('of an %s form', (_, form) => {
    it.each(targets)('has up to 1000 fields in %s', async (_, path) => {
      const { send, done } = countingApp()
      expect((await send(path, form(1000))).status).toBe(200)
      expect(done).toHaveBeenCalledOnce()
    })

    it.each(targets)('refuses more with a 413 in %s', async (_, path) => {
      for (const method of ['POST', 'PUT']) {
        const { send, done } = countingApp()
        expect((await send(path, form(1002, method))).status).toBe(413)
        expect(done).not.toHaveBeenCalled()
      }
    })

    it('refuses more also behind middleware that has read the body', async () => {
      const { send, done } = countingApp([
        async (context, next) => {
          await context.bytes()
          return next()
        },
      ])
      expect(await send('/api', form(3))).toEqual({ status: 200, text: '3' })
      expect((await send('/api', form(1002))).status).toBe(413)
      expect(done).toHaveBeenCalledOnce()
    })

    it('has the limits of formData() behind it', async () => {
      const { send } = countingApp([formData({ maxParts: 2000 })])
      expect(await send('/api', form(1500, 'PUT'))).toEqual({ status: 200, text: '1500' })
    })
  })

  it('does not count the fields of a body that is never read as a form', async () => {
    const build = createBuild({ root, api: { path: '/api', action: () => 'done' } })
    const response = await createHandler(build)(
      new Request('http://x.test/api', multipart(1002, 'PUT')),
    )
    expect(await response.text()).toBe('done')
  })

  it('returns an empty form for a body of separators', async () => {
    const { send, done } = countingApp()
    const init = { ...urlencoded(0), body: '&'.repeat(1_000_000) }
    expect((await send('/page', init)).status).toBe(413)
    expect(done).not.toHaveBeenCalled()
  })

  it('responds with a 400 to a body that is not a form', async () => {
    const { send } = countingApp()
    const init = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
    expect((await send('/api', init)).status).toBe(400)
    const broken = { ...multipart(1), body: '--b\r\nnothing' }
    expect((await send('/api', broken)).status).toBe(400)
  })

  it('is an error after another reader has had the body, as on any request', async () => {
    const action = async ({ request }: { request: Request }) => {
      await request.text()
      return Array.from(await request.formData())
    }
    const build = createBuild({ root, api: { path: '/api', action } })
    const response = await createHandler(build)(
      new Request('http://x.test/api', urlencoded(3, 'PUT')),
    )
    expect(response.status).toBe(500)
  })

  it('lets the action stream files with other limits', async () => {
    const uploadHandler = vi.fn(async (file: FileUpload) => `${(await file.bytes()).length} bytes`)
    const action = async ({ request }: { request: Request }) =>
      (await parseFormData(request, { uploadHandler, maxParts: 2 })).getAll('file')
    const build = createBuild({ root, api: { path: '/api', action } })
    const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n${'x'.repeat(100)}\r\n`
    const send = (files: number) => {
      const body = `${file.repeat(files)}--b--\r\n`
      return createHandler(build)(new Request('http://x.test/api', { ...multipart(0), body }))
    }
    expect(await (await send(2)).json()).toEqual(['100 bytes', '100 bytes'])
    expect(uploadHandler).toHaveBeenCalledTimes(2)
    expect((await send(3)).status).toBe(413)
  })

  it('takes files of any size that the server lets through', async () => {
    const body = new FormData()
    body.append('file', new File(['x'.repeat(3_000_000)], 'large.txt'))
    const build = createBuild({
      root,
      api: {
        path: '/api',
        action: async ({ request }) => ((await request.formData()).get('file') as File).size,
      },
    })
    const response = await createHandler(build)(
      new Request('http://x.test/api', { method: 'POST', body }),
    )
    expect(await response.text()).toBe('3000000')
  })
})
