/**
 * Counts the steps that `run` takes through strings, lists, maps and objects: one for each character looked at, copied or
 * compared, and for each element visited. An exception is many steps. A regular expression counts as one pass over its
 * text, which holds because we have none that backtracks over a long text.
 */
export function countWork(run: () => void): number {
  const stop = startCounting()
  let steps = 0
  try {
    run()
  } finally {
    steps = stop()
  }
  return steps
}

/** {@link countWork} for what takes more than one turn. Everything else that runs meanwhile counts too. */
export async function countWorkOf(run: () => Promise<unknown>): Promise<number> {
  const stop = startCounting()
  let steps = 0
  try {
    await run()
  } finally {
    steps = stop()
  }
  return steps
}

/** Creating an exception with its stack takes as long as looking at about this many characters. */
const EXCEPTION = 2_500

/** Counts until the returned function is called, which returns the steps. */
function startCounting(): () => number {
  let steps = 0
  let isCounting = true
  const undo: (() => void)[] = []

  for (const { target, methods } of COUNTED) {
    for (const name of methods) {
      const descriptor = Object.getOwnPropertyDescriptor(target, name)!
      const original = descriptor.value as (...parameters: unknown[]) => unknown
      Object.defineProperty(target, name, {
        ...descriptor,
        value: function counted(this: unknown, ...parameters: unknown[]): unknown {
          if (!isCounting) return Reflect.apply(original, this, parameters)
          const start = this instanceof RegExp && this.global ? this.lastIndex : 0
          try {
            const result = Reflect.apply(original, this, parameters)
            isCounting = false // What the cost itself needs does not count.
            steps += costOf(name, this, parameters, result) - start
            return result
          } catch (error) {
            steps += EXCEPTION
            throw error
          } finally {
            isCounting = true
          }
        },
      })
      undo.push(() => Object.defineProperty(target, name, descriptor))
    }
  }

  return () => {
    for (const restore of undo.reverse()) restore()
    return steps
  }
}

const STRING = `at charAt charCodeAt codePointAt concat endsWith includes indexOf isWellFormed lastIndexOf localeCompare
  match matchAll normalize padEnd padStart repeat replace replaceAll search slice split startsWith substring toLowerCase
  toUpperCase toWellFormed trim trimEnd trimStart`

const ARRAY = `concat every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join
  lastIndexOf map push reduce reduceRight reverse slice some sort splice toReversed toSorted toSpliced unshift with`

const COUNTED: { target: object; methods: string[] }[] = [
  { target: String.prototype, methods: STRING.split(/\s+/) },
  { target: Array.prototype, methods: ARRAY.split(/\s+/) },
  { target: Map.prototype, methods: ['delete', 'get', 'has', 'set'] },
  { target: Set.prototype, methods: ['add', 'delete', 'has'] },
  { target: RegExp.prototype, methods: ['exec', 'test'] },
  // `for … of`, spreads and destructuring.
  ...[[], new Map(), new Set()].map((list) => ({
    target: Object.getPrototypeOf(list[Symbol.iterator]()) as object,
    methods: ['next'],
  })),
  { target: Object, methods: ['assign', 'entries', 'fromEntries', 'keys', 'values'] },
  { target: JSON, methods: ['parse', 'stringify'] },
  {
    target: globalThis,
    methods: ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent'],
  },
]

function costOf(name: string, self: unknown, parameters: unknown[], result: unknown): number {
  const [first] = parameters
  // A key is hashed and compared.
  if (self instanceof Map || self instanceof Set) return 1 + sizeOf(first)
  if (self instanceof RegExp) {
    // Checks only one position, as `split` does for each position.
    if (self.sticky) return Array.isArray(result) ? String(result[0]).length + 1 : 1
    return self.global && result ? self.lastIndex : String(first).length
  }
  switch (name) {
    case 'at':
    case 'charAt':
    case 'charCodeAt':
    case 'codePointAt':
    case 'next':
      return 1
    case 'push':
      return parameters.length
    case 'endsWith':
    case 'startsWith':
    case 'decodeURI':
    case 'decodeURIComponent':
    case 'encodeURI':
    case 'encodeURIComponent':
    case 'parse':
      return sizeOf(first)
    case 'assign':
    case 'fromEntries':
      return keysOf(result as object).length
    case 'entries':
    case 'keys':
    case 'values':
    case 'concat':
    case 'padEnd':
    case 'padStart':
    case 'repeat':
    case 'slice':
    case 'stringify':
    case 'substring':
      return 1 + sizeOf(result)
    case 'trim':
    case 'trimEnd':
    case 'trimStart':
      return 1 + sizeOf(self) - sizeOf(result)
    case 'indexOf': {
      const from = Math.max(Number(parameters[1] ?? 0), 0)
      return (result === -1 ? sizeOf(self) : Number(result)) - from + 1
    }
    case 'split':
      // With a limit, the rest is not looked at.
      return (result as string[]).reduce((sum, part) => sum + part.length + 1, 0)
    default:
      return sizeOf(self)
  }
}

const keysOf = Object.keys

/** The length of a string or a list. */
function sizeOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0
}
