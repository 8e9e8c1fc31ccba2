import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'

import { editHeaders } from './edit-headers.ts'
import { knownBody, readLightResponse } from './known-body.ts'
import { createLightResponse, toPairs } from './light-response.ts'
import { withoutBody } from './edit-headers.ts'

function create(): Response {
  return createLightResponse(
    201,
    'Made',
    ['Content-Type', 'text/plain', 'Set-Cookie', 'a=1'],
    'abc',
  )
}

function partsOf(response: Response): object {
  const parts = readLightResponse(response)!
  return { ...parts, headers: toPairs(parts.headers) }
}

describe('knownBody', () => {
  it('is the body of a light response, and of the GET for a HEAD, however its headers are edited', () => {
    const edit = (response: Response) => editHeaders(response, (headers) => headers.set('X-A', '1'))
    expect(knownBody(edit(create()))).toBe('abc')
    expect(knownBody(edit(withoutBody(edit(create()))))).toBe('abc')
  })

  it('is null for a native response, and for a response without a body', () => {
    expect(knownBody(new Response('abc'))).toBe(null)
    expect(knownBody(createLightResponse(204, '', [], null))).toBe(null)
  })
})

describe('readLightResponse', () => {
  it('reads the parts of an untouched response', () => {
    expect(partsOf(create())).toEqual({
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
    expect(partsOf(response)).toEqual({
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

// Deno shares the bytes of a native response with its clone.
describe('createLightResponse', () => {
  it('looks like a native response to code that examines it', async () => {
    const ours = createLightResponse(201, 'Made', ['content-type', 'text/plain;charset=UTF-8'], 'a')
    const native = new Response('a', { status: 201, statusText: 'Made' })
    expect(ours.constructor).toBe(Response)
    expect(Object.keys(ours)).toEqual(Object.keys(native))
    expect(namesOf(ours)).toEqual(namesOf(native))
    expect(inspect(ours)).toBe(inspect(native))
    expect(JSON.stringify(ours)).toBe(JSON.stringify(native))
    const message = await WebAssembly.compileStreaming(native).catch(String)
    expect(await WebAssembly.compileStreaming(ours).catch(String)).toBe(message)
  })

  it('has the methods of newer versions of Node', async () => {
    const name = 'textStream'
    if (!(name in Response.prototype)) return
    const response = createLightResponse(200, '', [], 'abc')
    const stream = Reflect.apply(
      Reflect.get(response, name),
      response,
      [],
    ) as ReadableStream<string>
    expect(await new Response(stream.pipeThrough(new TextEncoderStream())).text()).toBe('abc')
    expect(response.bodyUsed).toBe(true)
  })

  it('gives each reader its own bytes', async () => {
    const body = new Uint8Array([1, 2, 3])
    const response = createLightResponse(200, '', [], body)
    const copy = response.clone()
    const read = await response.bytes()
    read.fill(9)
    expect([...body]).toEqual([1, 2, 3])
    expect([...new Uint8Array(await copy.arrayBuffer())]).toEqual([1, 2, 3])
  })
})

/** The names that `for…in` finds. */
function namesOf(object: object): string[] {
  const names: string[] = []
  for (const name in object) names.push(name)
  return names.toSorted()
}
