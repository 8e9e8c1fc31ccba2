import { describe, expect, it } from 'vitest'
import { emptyModule } from './client-only-modules.ts'

describe('a module for the browser, on the server', () => {
  it('has every name that is a value, and no code', () => {
    const code = `
      const saved = localStorage.getItem('place')
      export type Place = string
      export const place = saved ?? 'nowhere'
      export function draw(): string { return 'drawn' }
      export default class Map {}
      export { saved as 'last-place' }
      export * as leaflet from 'leaflet'
    `
    expect(emptyModule(code, 'app/map.client.ts')).toBe(
      'const none = undefined\nexport { none as place, none as draw, none as default, none as "last-place", none as leaflet }',
    )
    expect(emptyModule('document.title = 1', 'app/a.client.js')).toBe(
      'const none = undefined\nexport {  }',
    )
  })

  it('is refused with export *, whose names cannot be known', () => {
    expect(() => emptyModule("export * from 'leaflet'", 'app/map.client.ts')).toThrow(
      'Cannot tell what "export * from "leaflet"" in app/map.client.ts exports. Name each export of a module for the browser',
    )
  })
})
