import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { jsx } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import * as framework from '../../index.ts'
import { renderInRoute } from '../react/page.fixture.ts'
import * as compat from './index.ts'

const values = ['LiveReload', 'useCatch', 'useNavigation']

describe('the names of Remix and React Router', () => {
  it('are in this entry alone', () => {
    expect(Object.keys(compat).sort()).toEqual(values)
    expect(Object.keys(framework)).not.toEqual(expect.arrayContaining([expect.toBeOneOf(values)]))
  })

  it('are those of a page in which nothing is pending', () => {
    const seen: unknown[] = []
    const Page = (): null => {
      seen.push(compat.useNavigation(), compat.useCatch())
      return null
    }
    expect(renderInRoute(() => [jsx(Page, {}, 1), jsx(compat.LiveReload, {}, 2)])).toBe('')
    expect(seen).toMatchObject([{ state: 'idle', location: undefined }, undefined])
    expect(seen).toHaveLength(2)
  })

  it.each([
    ['useNavigation', () => compat.useNavigation()],
    ['useCatch', () => compat.useCatch()],
  ])('%s must be used within a route', (name, hook) => {
    const Component = (): null => {
      hook()
      return null
    }
    expect(() => renderToString(createElement(Component))).toThrow(
      `${name} must be used within a route`,
    )
  })
})
