import { encodeText, type Attack } from './attack.ts'
import {
  codeLink,
  endMark,
  foreignHost,
  foreignLinks,
  linkNames,
  mark,
  shownNames,
} from './bait.ts'
import type { Draft } from './draft-plan.ts'
import { planOne, type Planned } from './plan-one.ts'

/** Plans requests with values that must not come back as they are: tags, links, hosts and origins of other sites. */
export function* planEchoes(draft: Draft): Generator<Planned> {
  const { base, isSafe, target } = draft
  const plan = (what: string, changed: Partial<Attack>): Planned => planOne(draft, what, changed)
  const withHeaders = (...headers: Attack['headers']): Partial<Attack> => ({
    headers: [...base.headers, ...headers],
  })
  // All names at once: the report names the one that counts.
  const withNames = (names: readonly string[], text: string): Partial<Attack> => ({
    query: [...base.query, ...names.map((name) => `${name}=${encodeText(text)}`)],
  })

  yield plan('over HTTPS', { origin: base.origin.replace('http:', 'https:') })
  for (const link of foreignLinks) {
    yield plan('with a link to another site in the query', withNames(linkNames, link))
  }
  yield plan('with a link that runs code in the query', withNames(linkNames, codeLink))
  for (const text of [mark, endMark]) {
    yield plan('with a tag in the query', withNames([...shownNames, ...linkNames], text))
  }
  if (!isSafe) return

  const tag = encodeText(mark)
  yield plan('with a tag after the path', { path: `${base.path.replace(/\/$/, '')}/${tag}` })
  yield plan(
    'with a tag in its headers',
    withHeaders(
      ['User-Agent', mark],
      ['Referer', `http://localhost/?${mark}`],
      ['Cookie', `name=${tag}; theme=${tag}; lang=${tag}; message=${tag}`],
    ),
  )
  if (target.origin === 'http://localhost') {
    yield plan('for another host', { origin: `http://${foreignHost}` })
  }
  for (const origin of [`https://${foreignHost}`, 'null', `https://localhost.${foreignHost}`]) {
    yield plan('from a script of another site', withHeaders(['Origin', origin]))
  }
  yield plan('as a preflight request of another site', {
    method: 'OPTIONS',
    headers: [
      ['Origin', `https://${foreignHost}`],
      ['Access-Control-Request-Method', 'GET'],
    ],
  })
}
