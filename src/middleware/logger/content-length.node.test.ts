import { describe, expect, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { createHtmlResponse, json, text } from '../../http/response/index.ts'
import { logger } from './index.ts'

async function lengthOf(response: Response): Promise<string> {
  const lines: string[] = []
  const log = (line: string): void => void lines.push(line)
  const router = createRouter({
    middleware: [logger({ log, colors: false, format: '%contentLength' })],
    defaultHandler: () => response,
  })
  await router.fetch('https://example.com/')
  return lines[0]!
}

describe('%contentLength', () => {
  it('is known for what our helpers make, in bytes', async () => {
    expect(await lengthOf(text('käse'))).toBe('5')
    expect(await lengthOf(json({ a: 1 }))).toBe('7')
    expect(await lengthOf(createHtmlResponse('<!DOCTYPE html>'))).toBe('15')
  })

  it('is - where the length is not known', async () => {
    expect(await lengthOf(new Response(new ReadableStream()))).toBe('-')
  })
})
