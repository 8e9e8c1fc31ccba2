import { expect, it, vi } from 'vitest'
import { callWithFailingPackage } from './failing-package.fixture.ts'

vi.stubEnv('NODE_ENV', 'development')

it('the tools for agents say which package is missing', async () => {
  const { status, text, warnings } = await callWithFailingPackage((specifier) =>
    Object.assign(new Error(`Cannot find package '${specifier}'`), {
      code: 'ERR_MODULE_NOT_FOUND',
    }),
  )
  expect(status).toBe(404)
  expect(text).toContain('npm install --save-dev @modelcontextprotocol/server')
  expect(warnings).toEqual([])
})
