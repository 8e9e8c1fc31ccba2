import { describe, expect, it } from 'vitest'
import { styleReferences } from './style-references.ts'

const imports = (css: string) =>
  styleReferences(css).flatMap(({ url, isImport }) => (isImport ? [url] : []))
const files = (css: string) =>
  styleReferences(css).flatMap(({ url, isImport }) => (isImport ? [] : [url]))

describe('styleReferences', () => {
  it.each([
    ['@import "./a.css";', ['./a.css']],
    ["@import './a.css' layer(base) supports(display: grid) print;", ['./a.css']],
    ['@import url(./a.css);', ['./a.css']],
    ['@import url("./a.css") print;', ['./a.css']],
    ["@import './a', './b';", ['./a', './b']],
    ['@import (reference, optional) "./a.less";', ['./a.less']],
    ['@use "./a" as theme; @forward "./b" hide $x;', ['./a', './b']],
    ['@reference "./a.css";', ['./a.css']],
    ['.a { composes: b c from "./a.css" }', ['./a.css']],
    ['@value primary from "./a.css";', ['./a.css']],
  ])('finds the stylesheets that are part of this one: %s', (css, expected) => {
    expect(imports(css)).toEqual(expected)
    expect(files(css)).toEqual([])
  })

  it.each([
    ['a { background: url(./a.png) }', ['./a.png']],
    ['a { background: url( "./a b.png" ) no-repeat, URL(\'b.png?x#y\') }', ['./a b.png', 'b.png']],
    ['a { background: url(./a%20b.png) }', ['./a b.png']],
    ['@font-face { src: url(a.woff2) format("woff2"), local("Arial") }', ['a.woff2']],
    ['a { background: image-set("a.png" 1x, url("b.png") 2x) }', ['b.png', 'a.png', 'b.png']],
  ])('finds other files: %s', (css, expected) => {
    expect(files(css)).toEqual(expected)
    expect(imports(css)).toEqual([])
  })

  it('finds nothing in comments and in other strings', () => {
    expect(styleReferences('/* url(a.png) @import "b" */ a::after { content: "c.png" }')).toEqual(
      [],
    )
    expect(styleReferences('@source "../../pages/server"; @config "./a.ts";')).toEqual([])
  })
})
