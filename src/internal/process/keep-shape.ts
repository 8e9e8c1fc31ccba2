const kept: object[] = []

/**
 * Keeps an object alive, so that V8 keeps the code that it has optimized for objects of this shape.
 *
 * If a full garbage collection finds no object of a shape, V8 discards the shape and all code that was optimized for it.
 * Between two requests there is no context and no match, so the next requests would run slowly.
 */
export function keepShape(example: object): void {
  kept.push(example)
}
