import { describe, expect, it } from 'vitest'
import { findLinks } from './find-links.ts'

const imports = `
import { Form, Link as Anchor, NavLink, PrefetchPageLinks, href, redirect, useFetcher, useNavigate, useSubmit } from 'framework'
import { redirectDocument } from 'framework/response'
const go = useNavigate()
const send = useSubmit()
const cart = useFetcher();
`

function find(code: string): string[] {
  return findLinks(imports + code, 'page.tsx').map(
    ({ text, method }) => `${method ?? 'any method'} ${text}`,
  )
}

describe('findLinks', () => {
  const cases: readonly [code: string, ...found: string[]][] = [
    ['<Anchor to="/a" />', 'GET /a'],
    [`<Anchor to={'/a'} />`, 'GET /a'],
    ['<Anchor to={`/a/${b}/c`} />', 'GET /a/${…}/c'],
    [`<Anchor to={isNew ? '/a' : '/b'} />`, 'GET /a', 'GET /b'],
    [`<Anchor to={('/a')} />`, 'GET /a'],
    ['<NavLink to="/a" end />', 'GET /a'],
    ['<Form action="/a" />', 'GET /a'],
    ['<Form method="post" action="/a" />', 'POST /a'],
    ['<Form method="delete" action={`/a/${id}`} />', 'DELETE /a/${…}'],
    ['<Form method={method} action="/a" />', 'any method /a'],
    ['<Form {...props} action="/a" />', 'any method /a'],
    ['<cart.Form method="put" action="/a" />', 'PUT /a'],
    ['<a href="/a?b#c">x</a>', 'GET /a?b#c'],
    ['<form method="POST" action="/a" />', 'POST /a'],
    ['<form method="post" action="/a"><input name="_method" /></form>', 'any method /a'],
    ['<form method="dialog" action="/a" />', 'any method /a'],
    ['<PrefetchPageLinks page="/a" />', 'GET /a'],
    [`<Anchor to={next ?? '/a'} />`, 'GET /a'],
    [`<Anchor to={'/a' as const} />`, 'GET /a'],
    [`<Anchor to={'/a' satisfies string} />`, 'GET /a'],
    [`redirect('/a', 303)`, 'GET /a'],
    [`redirectDocument('/a')`, 'GET /a'],
    [`go('/a', { replace: true })`, 'GET /a'],
    [`cart.load('/a')`, 'GET /a'],
    [`send(form, { action: '/a', method: 'post' })`, 'POST /a'],
    [`cart.submit(form, { action: '/a' })`, 'any method /a'],
    ['<Anchor to={<b href="/x" /> && href} />'],
    ['<a href="https://example.com/a" />'],
    ['<a href="//example.com/a" />'],
    ['<a href="#a" />'],
    ['<Anchor to="../a" />'],
    ['<Anchor to={`${base}/a`} />'],
    ['<Anchor to={pathIn(lang, `/a/${b}`)} />', 'GET /a/${…}'],
    [`<Form method="post" action={isNew ? pathIn('/a') : '/b'} />`, 'POST /b', 'POST /a'],
    ['<Anchor to={pathIn(next)} />'],
    [`<Anchor to={href('/books(/:page)/:slug', { slug })} />`, 'GET /books(/:page)/:slug'],
    [`href('/files/*', { '*': 'a' })`, 'GET /files/*'],
    [`href(path); href(\`/\${name}\`)`],
    ['<Anchor to={useSubmit("/a")} />'],
    ['<Anchor to={routes.a.href()} />'],
    ['<Anchor title="/a" />'],
    ['<Other to="/a" />'],
    ['<Link to="/a" />'],
    [`other('/a'); other.load('/a'); cart.other('/a'); go(-1); send(form); cart.load()`],
  ]

  for (const [code, ...found] of cases) {
    it(`finds ${found.length === 0 ? 'nothing' : found.join(', ')} in ${code}`, () => {
      expect(find(code)).toEqual(found)
    })
  }

  it('gives the file and the line of a link', () => {
    expect(findLinks('const x = 1\n\nconst y = <a href="/a" />', 'page.jsx')).toEqual([
      { text: '/a', parts: ['/a'], method: 'GET', at: '3:19' },
    ])
  })
})
