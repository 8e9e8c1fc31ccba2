// Finds sections of the documentation. The search field imports this when it gets focus.
import MiniSearch, { type SearchOptions } from 'minisearch'
import { otherQuestions, otherWords } from './other-words.ts'

/** A section: its path with the anchor, its heading, the title of its page if that is another text, and its text. */
export type SearchDocument = readonly [url: string, heading: string, page: string, text: string]

export interface SearchResult {
  url: string
  heading: string
  page: string
  /** A part of the text around the first word that was found. */
  excerpt: string
}

export type SearchEngine = (query: string) => SearchResult[]

/** Words that are in every question and say nothing about it. */
const ignored = new Set(
  'a an and are as at be by can do does for from get have how i if in into is it make me my of on or our own so than that the their them then there they this to use used using want was we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Creates the index. It takes a few hundredths of a second in a browser. */
export function createSearchEngine(documents: readonly SearchDocument[]): SearchEngine {
  const index = new MiniSearch({
    fields: ['heading', 'page', 'text'],
    processTerm,
    tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u).flatMap(withParts),
  })
  index.addAll(documents.map(([, heading, page, text], id) => ({ id, heading, page, text })))

  const options: SearchOptions = {
    boost: { heading: 4, page: 2 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    weights: { prefix: 0.4, fuzzy: 0.2 },
    boostDocument: (id, term) => weightOf(documents[id as number]!, term),
  }

  return (typed) => {
    const query =
      lookUp(otherQuestions, typed.trim()) ??
      typed.replace(/[a-z\d]+/gi, (word) => lookUp(otherWords, word) ?? word)
    // Sections with every word come before those with some of them.
    const all = index.search(query, { ...options, combineWith: 'AND' })
    const some = index.search(query, options)
    const found = new Map([...all, ...some].map((result) => [result.id as number, result]))
    const shown = fewOfEachPage([...found.values()], ({ id }) => pageOf(documents[id as number]!))

    return shown.map(({ id, terms }) => {
      const [url, heading, page, text] = documents[id as number]!
      return { url, heading, page, excerpt: excerptOf(text, terms) }
    })
  }
}

/** Returns the first eight results, with at most two of one page. */
function fewOfEachPage<Result>(
  results: readonly Result[],
  pageOf: (result: Result) => string,
): Result[] {
  const counts = new Map<string, number>()
  const isFirstOrSecond = (result: Result): boolean => {
    const count = (counts.get(pageOf(result)) ?? 0) + 1
    counts.set(pageOf(result), count)
    return count <= 2
  }

  return results.filter(isFirstOrSecond).slice(0, 8)
}

function pageOf([url]: SearchDocument): string {
  return url.split('#')[0]!
}

/** Returns the words for a word. One such as `constructor` has none, although every object has this property. */
function lookUp(words: Readonly<Record<string, string>>, word: string): string | undefined {
  const key = word.toLowerCase()
  return Object.hasOwn(words, key) ? words[key] : undefined
}

/**
 * Guides come first, then how to use an entry point, then pages for people who move and the list of words, then declarations
 * and decisions.
 */
function weightOf([url, heading, page, text]: SearchDocument, term: string): number {
  if (url.startsWith('/decisions')) return 0.3
  // A name that was typed as a whole, such as `useLoaderData`.
  const isName = /[a-z][A-Z]/.test(heading) && processTerm(heading) === term
  if (url.startsWith('/reference/')) return isName ? 1 : text === '' ? 0.1 : 0.2
  if (/^\/(?:from-|words)/.test(url)) return 0.5
  if (url.startsWith('/tutorial')) return 0.7

  if (/^\/(?:src\/|behaviour|measurements)/.test(url)) return 0.8

  // A guide whose title was typed.
  return page === '' && processTerm(heading) === term ? 1.5 : 1
}

/** Returns a word, and the words that a name such as `useLoaderData` consists of. */
function withParts(word: string): string[] {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})|_/u)
  return parts.length > 1 ? [word, ...parts] : [word]
}

/** Returns the form under which a word is kept, or `null` for a word that is ignored. */
function processTerm(term: string): string | null {
  const word = term.toLowerCase()
  if (word === '' || ignored.has(word)) return null

  const singular = word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<![su])s$/, '') : word
  return singular.length > 4 ? singular.replace(/y$/, 'i').replace(/(?:ing|ed|e)$/, '') : singular
}

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  // The longest word says most about the question.
  const word = terms.toSorted((a, b) => b.length - a.length).find((term) => lower.includes(term))
  const first = word === undefined ? 0 : lower.indexOf(word)
  const start = first < 60 ? 0 : text.indexOf(' ', first - 50) + 1

  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 150)}${text.length > start + 150 ? ' …' : ''}`
}
