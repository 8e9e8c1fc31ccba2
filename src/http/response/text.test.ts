import { describe, expect, it } from 'vitest'

import { text } from './text.ts'

describe('text', () => {
  it('sends plain text', async () => {
    const response = text('hällo')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('hällo')
  })

  it('takes a status, or status and headers', () => {
    expect(text('Not Found', 404).status).toBe(404)
    const response = text('a,b', { status: 201, headers: { 'Content-Type': 'text/csv' } })
    expect(response.status).toBe(201)
    expect(response.headers.get('Content-Type')).toBe('text/csv')
  })

  it('has no body with a status that allows none', () => {
    expect(text('', 204).body).toBe(null)
  })
})
