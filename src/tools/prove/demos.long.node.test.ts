import './open-proof.ts'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createApp as createApi } from '../../../demos/api/app.ts'
import { createApp as createSite } from '../../../demos/router/app.ts'
import type { FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { proof } from '../../internal/exchange/proof.ts'
import { proveApp } from './prove-app.ts'

// The project does not compile templates.
const template: string = join(import.meta.dirname, '../../../templates/api/src/router.ts')
const { createApp: createTemplate } = (await import(template)) as {
  createApp(): FetchHandlerSource
}

beforeEach(() => {
  proof!.routers.length = 0
})

it.each([
  ['demos/api', () => createApi({ token: 'secret', log: () => {} })],
  ['demos/router', () => createSite()],
  ['templates/api', () => createTemplate()],
])('finds no fault in %s', async (_, create) => {
  const options = { time: 60_000, writes: true }
  const { faults, requests } = await proveApp(create(), proof!, options)
  expect(faults).toEqual([])
  expect(requests).toBeGreaterThan(200)
})
