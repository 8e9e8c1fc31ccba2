import { expect, it } from 'vitest'
import { elementsOf, loadParser } from '../testing/shared.ts'
import { findPageFaults } from './page-faults.ts'

const parse = await loadParser()

function faultsIn(html: string): string[] {
  return findPageFaults(elementsOf(parse(html))).map(({ text }) => text)
}

/** A page without a fault, with something in its body. */
function pageWith(body: string, heading = '<h1>Books</h1>'): string {
  return `<!doctype html><html lang="en"><head><title>Books</title></head><body>${heading}${body}</body></html>`
}

const right = [
  '<h2>New</h2><h3>This week</h3><h2>All</h2>',
  '<label>Title <input name="title" placeholder="Title"></label>',
  '<label for="t">Title</label><input id="t" placeholder="Title"><input type="hidden" name="id">',
  '<input aria-label="Search" name="q"><select title="Order"></select>',
  '<button>Save</button><button aria-label="Close">×</button><input type="submit">',
  '<a href="/"><img src="/logo.png" alt="Home"></a><a id="anchor"></a>',
  '<img src="/line.png" alt=""><img src="/dot.png" role="presentation">',
  '<div hidden><img src="/x.png"><button></button><input></div>',
  '<svg><title>A book</title></svg><template><input></template>',
  '<p id="a"></p><p id="b"></p>',
]

it.each(right)('finds nothing in %s', (body) => {
  expect(faultsIn(pageWith(body))).toEqual([])
})

const planted: readonly [html: string, fault: string][] = [
  [pageWith('').replace('<title>Books</title>', ''), 'has no title'],
  [pageWith('').replace('<title>Books</title>', '<title> </title>'), 'has no title'],
  [pageWith('<svg><title>A book</title></svg>').replace('<title>Books</title>', ''), 'no title'],
  [pageWith('').replace(' lang="en"', ''), 'has no language'],
  [pageWith('').replace('lang="en"', 'lang=""'), 'has no language'],
  [pageWith('', ''), 'has no h1'],
  [pageWith('', '<h1 hidden>Books</h1>'), 'has no h1'],
  [pageWith('<h1>Again</h1>'), 'has another h1 before this one: "Again"'],
  [pageWith('<h3>Deep</h3>'), 'An h3 follows an h1: "Deep". Use h2.'],
  [pageWith('<h2>New</h2><h5>Deep</h5>'), 'An h5 follows an h2'],
  [pageWith('<input name="title">'), '<input name="title"> has no label'],
  [pageWith('<input name="q" placeholder="Search">'), 'A placeholder is not one'],
  [pageWith('<label for="other">Title</label><textarea id="t"></textarea>'), 'has no label'],
  [pageWith('<label></label><select name="order"></select>'), '<select name="order"> has no'],
  [pageWith('<input type="checkbox" name="a">'), 'name="a"> has no label'],
  [pageWith('<button><svg></svg></button>'), '<button> has no name'],
  [pageWith('<div role="button"></div>'), '<div> has no name'],
  [pageWith('<input type="submit" value="">'), '<input type="submit"> has no name'],
  [pageWith('<a href="/cart"><img src="/c.png" alt=""></a>'), '<a href="/cart"> has no name'],
  [pageWith('<img src="/cover.png">'), '<img src="/cover.png"> has no alt'],
  [pageWith('<p id="a"></p><div><p id="a"></p></div>'), 'The id "a" stands twice'],
]

it.each(planted)('finds one thing in %s', (html, fault) => {
  const faults = faultsIn(html)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain(fault)
})

it('sends no commands of a page to the terminal', () => {
  const evil = '\x1b[2J\u009b31m\u202e'
  const faults = faultsIn(pageWith(`<img src="${evil}"><input name="${evil}"><h3>${evil}</h3>`))
  expect(faults).toHaveLength(3)
  expect(faults.join()).toContain('\\u009b')
  expect(faults.join()).not.toMatch(/[\p{Cc}\u202e]/u)
})
