import { describe, expect, it } from 'vitest'
import { createSubmission, encodeBody, type FormSubmission } from './submission.ts'

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
  createSubmission({ action: href, formData: fields(), ...form }, url(href), keepIndex)

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

  it('drops the bare index of a navigation and keeps that of a fetcher', () => {
    const formData = fields(['a', '1'])
    expect(submit({ formData }, '/x?index').action).toBe('/x?a=1')
    expect(submit({ formData }, '/x?index', true).action).toBe('/x?index&a=1')
    expect(submit({}, '/x?index', true).action).toBe('/x?index')
  })

  it('keeps the query of a mutation', () => {
    expect(submit({ method: 'post' }, '/x?index&a=1#h').action).toBe('/x?index&a=1')
  })

  it('gives each submission a key of its own', () => {
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

  it('writes text/plain in lines', () => {
    const formData = fields(['a', '1'], ['b', '2'])
    expect(encodeBody(submit({ method: 'post', formData, encType: 'text/plain' }))).toBe(
      'a=1\r\nb=2\r\n',
    )
  })
})
