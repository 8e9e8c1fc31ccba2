import { describe, expect, it } from 'vitest'

import { createLightResponse, readLightResponse } from './light-response.ts'

function create(): Response {
  return createLightResponse(
    201,
    'Made',
    ['Content-Type', 'text/plain', 'Set-Cookie', 'a=1'],
    'abc',
  )
}

describe('readLightResponse', () => {
  it('reads the parts of an untouched response', () => {
    expect(readLightResponse(create())).toEqual({
      status: 201,
      statusText: 'Made',
      headers: ['Content-Type', 'text/plain', 'Set-Cookie', 'a=1'],
      body: 'abc',
    })
  })

  it('still does after status, headers and body were looked at', () => {
    const response = create()
    expect([response.status, response.ok, response.bodyUsed]).toEqual([201, true, false])
    expect(response.body).not.toBe(null)
    response.headers.append('Set-Cookie', 'b=2')
    expect(readLightResponse(response)).toEqual({
      status: 201,
      statusText: 'Made',
      headers: ['content-type', 'text/plain', 'set-cookie', 'a=1', 'set-cookie', 'b=2'],
      body: 'abc',
    })
  })

  it('reads a clone', () => {
    expect(readLightResponse(create().clone())?.body).toBe('abc')
  })

  it('returns null once the body is read or being read', async () => {
    const read = create()
    await read.text()
    expect(readLightResponse(read)).toBe(null)

    const locked = create()
    locked.body!.getReader()
    expect(readLightResponse(locked)).toBe(null)
  })

  it('reads the response of another copy, as a bundled app has one', async () => {
    const name = './light-response.ts?copy'
    const copy = (await import(name)) as { createLightResponse: typeof createLightResponse }
    expect(copy.createLightResponse).not.toBe(createLightResponse)
    expect(readLightResponse(copy.createLightResponse(200, '', [], 'abc'))?.body).toBe('abc')
  })

  it('returns null for any other response', () => {
    expect(readLightResponse(new Response('abc'))).toBe(null)
    expect(readLightResponse(Response.json({}))).toBe(null)
  })
})
