import './proving.fixture.ts'
import { beforeEach, expect, it } from 'vitest'
import { createApp as createApi } from '../../../demos/api/app.ts'
import { createApp as createSite } from '../../../demos/router/app.ts'
import { proof } from '../../internal/handler-start.ts'
import { proveApp } from './prove-app.ts'

beforeEach(() => {
  proof!.routers.length = 0
})

it.each([
  ['demos/api', () => createApi({ token: 'secret', log: () => {} })],
  ['demos/router', () => createSite()],
])('finds no fault in %s', async (_, create) => {
  const options = { seed: 1, time: 60_000, writes: false }
  const { faults, requests } = await proveApp(create(), proof!, options)
  expect(faults).toEqual([])
  expect(requests).toBeGreaterThan(200)
})
