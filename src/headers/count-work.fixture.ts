/**
 * Counts the steps that `run` takes through strings, arrays, maps and sets: one for each character looked at, copied or
 * compared, and for each element visited. A regular expression counts as one pass over its text, which holds because
 * the folder has none that backtracks.
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

/** {@link countWork} for what takes more than one turn; whatever else runs meanwhile counts too. */
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

/** Counts until the returned function is called, which answers with the steps. */
function startCounting(): () => number {
  let steps = 0
  const undo: (() => void)[] = []

  for (const { prototype, methods } of COUNTED) {
    for (const name of methods) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!
      const original = descriptor.value as (...parameters: unknown[]) => unknown
      Object.defineProperty(prototype, name, {
        ...descriptor,
        value: function counted(this: unknown, ...parameters: unknown[]): unknown {
          const start = this instanceof RegExp && this.global ? this.lastIndex : 0
          const result = Reflect.apply(original, this, parameters)
          steps += cost(name, this, parameters, result) - start
          return result
        },
      })
      undo.push(() => Object.defineProperty(prototype, name, descriptor))
    }
  }

  return () => {
    for (const restore of undo) restore()
    return steps
  }
}

const COUNTED: { prototype: object; methods: string[] }[] = [
  {
    prototype: String.prototype,
    methods: [
      'charCodeAt',
      'endsWith',
      'includes',
      'indexOf',
      'replace',
      'slice',
      'split',
      'startsWith',
      'toLowerCase',
      'trim',
    ],
  },
  {
    prototype: Array.prototype,
    methods: [
      'every',
      'filter',
      'find',
      'findIndex',
      'includes',
      'indexOf',
      'join',
      'map',
      'push',
      'some',
    ],
  },
  { prototype: Map.prototype, methods: ['get', 'has', 'set'] },
  { prototype: Set.prototype, methods: ['add', 'has'] },
  { prototype: RegExp.prototype, methods: ['exec', 'test'] },
]

function cost(name: string, self: unknown, parameters: unknown[], result: unknown): number {
  if (self instanceof Map || self instanceof Set) return 1
  if (self instanceof RegExp) {
    // Checks only one position, as `split` does for each position.
    if (self.sticky) return Array.isArray(result) ? String(result[0]).length + 1 : 1
    return self.global && result ? self.lastIndex : String(parameters[0]).length
  }
  switch (name) {
    case 'charCodeAt':
    case 'push':
      return 1
    case 'startsWith':
    case 'endsWith':
      return (parameters[0] as string).length
    case 'slice':
      return (result as string).length
    case 'indexOf': {
      const from = Math.max(Number(parameters[1] ?? 0), 0)
      return (result === -1 ? (self as string).length : Number(result)) - from + 1
    }
    default:
      return (self as { length: number }).length
  }
}
