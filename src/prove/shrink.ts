import type { Attack, AttackBody } from './attack.ts'

/** The maximum number of requests that make one attack smaller. Attacks have fewer than a hundred parts. */
const maxTries = 250

/**
 * Leaves out parts of an attack as long as it still works: headers, names, members, lengths, then the spelling.
 *
 * @param attack The attack that was found
 * @param plain The plain request to the same route
 * @param stillFails Sends a smaller attack
 */
export async function shrink(
  attack: Attack,
  plain: Attack,
  stillFails: (smaller: Attack) => Promise<boolean>,
): Promise<Attack> {
  let best = attack
  let tries = 0
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false
    for (const candidate of smallerAttacks(best, plain)) {
      if (++tries > maxTries) return best
      if (!(await stillFails(candidate))) continue
      best = candidate
      isSmaller = true
      break
    }
  }
  return best
}

function* smallerAttacks(attack: Attack, plain: Attack): Generator<Attack> {
  const { method, path, query, headers, body } = attack
  if (path !== plain.path) {
    yield { ...attack, path: plain.path }
    for (const shorter of shorterTexts(path)) yield { ...attack, path: shorter }
  }
  if (body !== undefined) yield { ...attack, body: undefined, headers: untyped(headers) }
  if (query.length > 1) yield { ...attack, query: [] }
  for (const fewer of fewerItems(headers)) yield { ...attack, headers: fewer }
  for (const [i, [name, value]] of headers.entries()) {
    // Such as cookies.
    for (const fewer of fewerItems(value.split('; '))) {
      if (fewer.length > 0) yield { ...attack, headers: headers.with(i, [name, fewer.join('; ')]) }
    }
  }
  for (const fewer of fewerItems(query)) yield { ...attack, query: fewer }
  for (const [i, pair] of query.entries()) {
    for (const shorter of shorterTexts(pair)) yield { ...attack, query: query.with(i, shorter) }
  }
  if (body !== undefined) {
    for (const smaller of smallerBodies(body)) yield { ...attack, body: smaller }
  }
  if (method === 'HEAD') yield { ...attack, method: 'GET' }
}

function untyped(headers: Attack['headers']): Attack['headers'] {
  return headers.filter(([name]) => name !== 'Content-Type')
}

function* fewerItems<Item>(list: readonly Item[]): Generator<Item[]> {
  for (const i of list.keys()) yield list.toSpliced(i, 1)
}

function* shorterTexts(text: string): Generator<string> {
  for (const { index, 0: run } of text.matchAll(/([\s\S])\1{15,}/g)) {
    const after = text.slice(index + run.length)
    for (const length of [0, run.length >> 4, run.length >> 1, run.length - (run.length >> 3)]) {
      yield text.slice(0, index) + run.slice(0, length) + after
    }
  }
}

function* smallerBodies(body: AttackBody): Generator<AttackBody> {
  switch (body.kind) {
    case 'json':
      for (const value of smallerValues(body.value)) yield { ...body, value }
      break
    case 'urlencoded':
      for (const pairs of fewerItems(body.pairs)) yield { ...body, pairs }
      for (const [i, pair] of body.pairs.entries()) {
        for (const shorter of shorterTexts(pair))
          yield { ...body, pairs: body.pairs.with(i, shorter) }
      }
      break
    case 'multipart':
      for (const parts of fewerItems(body.parts)) yield { ...body, parts }
      for (const [i, part] of body.parts.entries()) {
        for (const text of shorterTexts(part.text)) {
          yield { ...body, parts: body.parts.with(i, { ...part, text }) }
        }
      }
      break
    case 'text':
      for (const text of shorterTexts(body.text)) yield { ...body, text }
  }
}

function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* shorterTexts(value)
  if (typeof value !== 'object' || value === null) return

  if (Array.isArray(value)) {
    if (value.length > 4) {
      yield value.slice(0, value.length >> 1)
      yield value.slice(0, -1)
    } else yield* fewerItems(value)
    for (const [i, item] of value.slice(0, 4).entries()) {
      for (const smaller of smallerValues(item)) yield value.with(i, smaller)
    }
    return
  }
  const entries = Object.entries(value)
  for (const fewer of fewerItems(entries)) yield Object.fromEntries(fewer)
  for (const [i, [key, inner]] of entries.entries()) {
    for (const smaller of smallerValues(inner)) {
      yield Object.fromEntries(entries.with(i, [key, smaller]))
    }
  }
}
