/**
 * Counts the calls of methods of strings, regular expressions and maps while `run` runs, however long their texts are.
 *
 * Each takes much longer than looking at a byte, and most make something that has to be collected.
 */
export async function countCalls(run: () => Promise<unknown>): Promise<number> {
  let calls = 0
  const undo: (() => void)[] = []

  for (const { prototype, methods } of counted) {
    for (const name of methods) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!
      const original = descriptor.value as (...parameters: unknown[]) => unknown
      Object.defineProperty(prototype, name, {
        ...descriptor,
        value: function count(this: unknown, ...parameters: unknown[]): unknown {
          calls += 1
          return Reflect.apply(original, this, parameters)
        },
      })
      undo.push(() => Object.defineProperty(prototype, name, descriptor))
    }
  }

  try {
    await run()
  } finally {
    for (const restore of undo) restore()
  }

  return calls
}

const counted: { prototype: object; methods: string[] }[] = [
  {
    prototype: String.prototype,
    methods: ['indexOf', 'replace', 'replaceAll', 'slice', 'split', 'toLowerCase', 'trim'],
  },
  { prototype: RegExp.prototype, methods: ['exec', 'test'] },
  { prototype: Map.prototype, methods: ['get', 'has', 'set'] },
]
