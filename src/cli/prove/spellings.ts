import { otherSpelling } from '../../internal/trailing-slash.ts'
import type { Random } from './random.ts'

/** Other ways to write a path that a careless guard reads differently than the router. */
export function spellings(path: string, random: Random): { path: string; what: string }[] {
  const letters = [...path.matchAll(/(?<!%[0-9A-F]?)[a-z]/gi)].map(({ index }) => index)
  const at = letters.length === 0 ? -1 : random.pick(letters)
  const recode = (encode: (code: string) => string): string =>
    at === -1
      ? path
      : path.slice(0, at) + encode(path.charCodeAt(at).toString(16)) + path.slice(at + 1)
  const [, first = '', rest = ''] = /^(\/[^/]*)(.*)$/.exec(path) ?? []

  const all = [
    { path: `/${path}`, what: 'with two slashes at the start' },
    { path: `${first}/${rest}`, what: 'with two slashes inside' },
    { path: otherSpelling(path), what: 'with another trailing slash' },
    { path: `${path}//`, what: 'with two trailing slashes' },
    { path: recode((code) => `%${code}`), what: 'with a letter percent-encoded' },
    { path: recode((code) => `%25${code}`), what: 'with a letter percent-encoded twice' },
    { path: path.toUpperCase(), what: 'in capital letters' },
    { path: `/.${path}`, what: 'with a dot segment' },
    { path: `/x/..${path}`, what: 'with dot segments that lead back' },
    { path: `/x/%2e%2e${path}`, what: 'with encoded dot segments that lead back' },
    { path: `${path}/.`, what: 'with a dot at the end' },
    { path: `${path}/%2e%2e/${path.split('/').at(-1)}`, what: 'with dot segments at the end' },
    { path: `${path};x=1`, what: 'with a path parameter' },
    { path: `${path}%20`, what: 'with a space at the end' },
    { path: `${path}%`, what: 'with a broken percent sign at the end' },
    { path: `${path}%00`, what: 'with a NUL at the end' },
    { path: `${path}%2f`, what: 'with an encoded slash at the end' },
    { path: `${path}.json`, what: 'with .json at the end' },
    { path: path.replaceAll('/', '\\').replace('\\', '/'), what: 'with backslashes' },
  ]
  const seen = new Set(['', path])
  return all.filter(({ path: other }) => !seen.has(other) && seen.add(other))
}
