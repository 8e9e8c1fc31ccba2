import type { FieldRules } from '../../internal/forms/fields.ts'

/** The values that a form would send for a field that breaks a rule. */
export interface Broken {
  /** A name of `ValidityState`, a name of `FieldCheck`, or the source of one of its patterns. */
  readonly rule: string
  /** Whether the browser has words for the rule. */
  readonly isOfHtml: boolean
  readonly items: readonly (string | File)[]
}

/** Returns values that break the rules of a field: where possible two for each rule, which differ as much as possible. */
export function breakRules(rules: FieldRules): Broken[] {
  const { type } = rules
  const lists: Record<string, readonly (string | number)[]> = {
    ...(type === 'number' || type === 'date' ? { badInput: ['x', 'xy'] } : {}),
    ...(type === 'email' || type === 'url' ? { typeMismatch: ['x', 'xy'] } : {}),
    ...(type === 'number' ? breakNumber(rules) : breakText(rules)),
  }
  const texts = Object.entries(lists).flatMap(([rule, values]) =>
    values.map((value) => ({ rule, isOfHtml: true, items: [String(value)] })),
  )

  return [...breakRequired(rules), ...texts, ...breakItems(rules), ...breakSizes(rules)]
}

function breakRequired({ options, required, type }: FieldRules): Broken[] {
  const isText = options === undefined && !['checkbox', 'file', 'number'].includes(type)
  return required ? [{ rule: 'valueMissing', isOfHtml: true, items: isText ? [''] : [] }] : []
}

function breakNumber({ max, min, step }: FieldRules): Record<string, number[]> {
  const unit = typeof step === 'number' ? step : 1
  const start = min ?? 0
  return {
    ...(min !== undefined && { rangeUnderflow: [min - unit, min - 7 * unit] }),
    ...(max !== undefined && { rangeOverflow: [max + unit, max + 7 * unit] }),
    ...(typeof step === 'number' && { stepMismatch: [start + unit / 2, start + unit * 1.5] }),
  }
}

/** A maximum length above this is not tested, because the string would cost more than its message is worth. */
const maxTextLength = 100_000

function breakText(rules: FieldRules): Record<string, string[]> {
  const { check, maxLength = Infinity, minLength = 0, options, pattern, type } = rules
  if (options !== undefined || type === 'checkbox' || type === 'file') return {}

  const sources = [
    ...(check?.pattern ?? []),
    ...(pattern === undefined ? [] : [`^(?:${pattern})$`]),
  ]
  const whole = sources.map(
    (source) => new RegExp(source, source.includes(`${pattern}`) ? 'v' : 'u'),
  )
  const fits = (text: string): boolean => whole.every((expression) => expression.test(text))
  const [start, end] = frames[type] ?? ['', '']
  /** Returns a string of this length that breaks no other rule, if there is one. */
  const ofLength = (length: number): string => {
    const room = Math.max(1, length - start.length - end.length)
    const texts = samples.map((sample) => start + stretch(sample, room) + end)
    return texts.find(fits) ?? texts[0]!
  }
  const length = Math.min(Math.max(minLength, 6), maxLength)
  const breaking = (index: number): string[] => {
    const others = whole.filter((_, other) => other !== index)
    const rank = (text: string): number => others.filter((other) => !other.test(text)).length
    return samples
      .map((sample) => stretch(sample, length))
      .filter((text) => !whole[index]!.test(text))
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, 2)
  }

  return {
    ...(minLength > 1 && {
      tooShort: [minLength - 1, Math.max(1, minLength - 3)].map(ofLength),
    }),
    ...(maxLength < maxTextLength && { tooLong: [maxLength + 1, maxLength + 7].map(ofLength) }),
    ...Object.fromEntries(
      sources.map((source, index) => [
        index < (check?.pattern?.length ?? 0) ? source : 'patternMismatch',
        breaking(index),
      ]),
    ),
  }
}

/** All mixtures of small letters, capital letters, digits and signs. */
const samples = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((mixture) =>
  ['a', 'A', '1', '!'].filter((_, bit) => (mixture >> bit) % 2 === 1).join(''),
)

/** The start and the end of a valid value of these types. */
const frames: Readonly<Record<string, readonly [start: string, end: string]>> = {
  email: ['', '@a.co'],
  url: ['https://a.co/', ''],
}

function stretch(sample: string, length: number): string {
  return sample.repeat(Math.ceil(length / sample.length)).slice(0, length)
}

/** The maximum number of items that a form may send, as in `decode.ts`. */
const maxSent = 1_000

function breakItems({ check = {}, options, type }: FieldRules): Broken[] {
  const { maxItems = Infinity, minItems = 0 } = check
  const item = type === 'file' ? createFile(1) : (options?.[0] ?? 'a')
  const list = (rule: string, count: number): Broken[] =>
    count < maxSent ? [{ rule, isOfHtml: false, items: Array<typeof item>(count).fill(item) }] : []

  return [
    ...(minItems > 0 ? list('minItems', 0) : []),
    ...(minItems > 1 ? list('minItems', 1) : []),
    ...list('maxItems', maxItems + 1),
    ...list('maxItems', maxItems + 2),
  ]
}

function breakSizes({ check = {} }: FieldRules): Broken[] {
  const { maxSize, minSize = 0 } = check
  const sizes: [string, number][] = [
    ...(minSize > 0 ? [['minSize', minSize - 1] as [string, number]] : []),
    ...(maxSize === undefined
      ? []
      : ([1, 7].map((more) => ['maxSize', maxSize + more]) as [string, number][])),
  ]
  return sizes.map(([rule, size]) => ({ rule, isOfHtml: false, items: [createFile(size)] }))
}

/** Creates a file that only claims to have this size, so that a large file costs nothing. */
function createFile(size: number): File {
  return Object.defineProperty(new File([], 'file'), 'size', { value: size })
}
