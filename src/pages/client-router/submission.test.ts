import { describe, expect, it } from 'vitest'
import { formFields } from '../page-protocol/submission.ts'
import { createSubmission, encodeBody, type FormSubmission } from './create-submission.ts'

function fields(...entries: [string, string | File][]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value)
  }
  return data
}

const url = (href: string): URL => new URL(href, 'https://shop.test')
const submit = (form: Partial<FormSubmission>, href = '/x', keepIndex = false) =>
  createSubmission(
    { action: href, formData: fields(), ...form } as FormSubmission,
    url(href),
    keepIndex,
  )
const sendJson = (json: unknown, method = 'post') =>
  createSubmission({ action: '/x', method, json }, url('/x'), false)
const sendText = (text: string, method = 'post') =>
  createSubmission({ action: '/x', method, text }, url('/x'), false)

describe('createSubmission', () => {
  it.each([
    ['post', 'POST'],
    ['PuT', 'PUT'],
    ['patch', 'PATCH'],
    ['DELETE', 'DELETE'],
    ['get', 'GET'],
    [undefined, 'GET'],
    ['dialog', 'GET'],
    ['HEAD', 'GET'],
  ])('reads the method %j as %s', (method, expected) => {
    expect(submit({ ...(method && { method }) }).method).toBe(expected)
  })

  it.each([
    [undefined, 'application/x-www-form-urlencoded'],
    ['application/x-www-urlencoded', 'application/x-www-form-urlencoded'],
    ['application/json', 'application/x-www-form-urlencoded'],
    ['multipart/form-data', 'multipart/form-data'],
    ['text/plain', 'text/plain'],
    ['Multipart/Form-Data', 'multipart/form-data'],
  ])('reads the encType %j as %s', (encType, expected) => {
    expect(submit({ ...(encType && { encType }) }).encType).toBe(expected)
  })

  it('replaces the query of a GET, in order and with duplicates', () => {
    const formData = fields(['b', '1'], ['a', 'x y&z'], ['b', '2'])
    expect(submit({ formData }, '/x?old=1').action).toBe('/x?b=1&a=x+y%26z&b=2')
    expect(submit({}, '/x?old=1#h').action).toBe('/x')
  })

  it('drops the bare index of a navigation and keeps it for a fetcher', () => {
    const formData = fields(['a', '1'])
    expect(submit({ formData }, '/x?index').action).toBe('/x?a=1')
    expect(submit({ formData }, '/x?index', true).action).toBe('/x?index&a=1')
    expect(submit({}, '/x?index', true).action).toBe('/x?index')
  })

  it('keeps the query of a mutation', () => {
    expect(submit({ method: 'post' }, '/x?index&a=1#h').action).toBe('/x?index&a=1')
  })

  it('has JSON or text instead of fields', () => {
    expect(sendJson({ a: [1] }, 'put')).toMatchObject({
      action: '/x',
      method: 'PUT',
      encType: 'application/json',
      formData: undefined,
      json: { a: [1] },
      text: undefined,
    })
    expect(sendText('hello')).toMatchObject({
      encType: 'text/plain',
      formData: undefined,
      json: undefined,
      text: 'hello',
    })
    expect(sendText('').text).toBe('')
    expect(sendJson(null).json).toBe(null)
  })

  it('refuses JSON and text with GET, which has no body', () => {
    expect(() => sendJson({}, 'get')).toThrow(
      'Cannot send application/json with GET: use POST, PUT, PATCH or DELETE',
    )
    expect(() => sendText('x', 'dialog')).toThrow('Cannot send text/plain with GET')
  })

  it('gives each submission a unique key', () => {
    expect(submit({}).key).not.toBe(submit({}).key)
  })
})

describe('encodeBody', () => {
  const file = new File(['content'], 'cat.png')

  it('encodes fields as a browser does: a file by its name, line breaks as CR LF', () => {
    const formData = fields(['a', 'x\ny\rz\r\n'], ['f', file])
    const body = encodeBody(submit({ method: 'post', formData }))
    expect(String(body)).toBe('a=x%0D%0Ay%0D%0Az%0D%0A&f=cat.png')
  })

  it('leaves multipart to fetch', () => {
    const formData = fields(['f', file])
    expect(encodeBody(submit({ method: 'post', formData, encType: 'multipart/form-data' }))).toBe(
      formData,
    )
  })

  it('writes JSON with its media type', async () => {
    const body = encodeBody(sendJson({ a: [1, null] }))
    const request = new Request('https://shop.test', { method: 'POST', body: body! })
    expect(request.headers.get('Content-Type')).toMatch(/^application\/json\b/)
    expect(await request.json()).toEqual({ a: [1, null] })
  })

  it('sends text as it is', () => {
    expect(encodeBody(sendText('a\nb'))).toBe('a\nb')
  })

  it('writes text/plain in lines', () => {
    const formData = fields(['a', '1'], ['b', '2'])
    expect(encodeBody(submit({ method: 'post', formData, encType: 'text/plain' }))).toBe(
      'a=1\r\nb=2\r\n',
    )
  })
})

describe('formFields', () => {
  it('are the path of a GET form, without what it sends', () => {
    const formData = fields(['q', '1'])
    expect(formFields(submit({ formData }, '/search?old=1'))).toEqual({
      formData,
      formMethod: 'GET',
      formAction: '/search',
      formEncType: 'application/x-www-form-urlencoded',
      json: undefined,
      text: undefined,
    })
    expect(formFields(submit({ formData }, '/search?index', true)).formAction).toBe('/search')
  })

  it('are the whole URL of a mutation', () => {
    expect(formFields(submit({ method: 'post' }, '/x?index&a=1')).formAction).toBe('/x?index&a=1')
    expect(formFields(sendJson([1]))).toMatchObject({ formData: undefined, json: [1] })
  })

  it('are all absent without a submission', () => {
    expect(new Set(Object.values(formFields(undefined)))).toEqual(new Set([undefined]))
  })
})
