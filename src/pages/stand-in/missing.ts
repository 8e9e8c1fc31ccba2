/**
 * The replacement for a name that this framework does not have. A library may import it, and even extend it. It throws if it
 * is called, rendered, constructed or read as a context of React.
 */
export function missing(name: string): never {
  const fail = (): never => {
    throw new Error(
      `Cannot use ${name} of Remix or React Router: framework has no such name. Use a library that does not need it, or another function. See framework/docs/from-react-router.md#libraries.`,
    )
  }
  return new Proxy(function standIn() {}, {
    apply: fail,
    construct: fail,
    get: (target, key) =>
      /^(?:_currentValue2?|Provider|Consumer)$/.test(String(key))
        ? fail()
        : Reflect.get(target, key),
  }) as never
}
