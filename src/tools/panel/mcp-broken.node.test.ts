import { expect, it, vi } from 'vitest'
import { callWithFailingPackage } from './failing-package.fixture.ts'

vi.stubEnv('NODE_ENV', 'development')

it('the tools for agents send a 500 and warn once if their package does not work', async () => {
  const { status, text, warnings } = await callWithFailingPackage(
    () => new Error('The package is broken'),
  )
  expect(status).toBe(500)
  expect(text).toContain('The terminal of the dev server says why.')
  expect(warnings).toEqual(['The tools for agents do not work: Error: The package is broken'])
})
