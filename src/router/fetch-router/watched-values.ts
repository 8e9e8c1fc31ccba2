import type { AnonymousRun } from '../../internal/exchange/run.ts'
import { ClientAddress, Nonce, Shutdown, WaitUntil, type AnyContextKey } from './context-key.ts'
import type { SetOptions } from './context-types.ts'

/** The values of a context, such as a `Map`. */
export interface ContextValues {
  get(key: AnyContextKey): unknown
  has(key: AnyContextKey): boolean
  set(key: AnyContextKey, value: unknown, options?: SetOptions): unknown
}

/** The values of these keys are the same for every visitor, or do not exist in a run. */
const serverKeys: ReadonlySet<AnyContextKey> = new Set([ClientAddress, Shutdown, WaitUntil])

/**
 * The values on the context of a run. If code reads a value that `provide` has set for one visitor, or a nonce, the response
 * is not stored. Only runs have such values, so other requests do not pay for this.
 */
export class WatchedValues extends Map<AnyContextKey, unknown> implements ContextValues {
  readonly #run: AnonymousRun
  readonly #shared = new Set<AnyContextKey>()
  readonly #personal = new Set<AnyContextKey>()

  constructor(run: AnonymousRun) {
    super()
    this.#run = run
  }

  override get(key: AnyContextKey): unknown {
    this.#read(key)
    return super.get(key)
  }

  override has(key: AnyContextKey): boolean {
    this.#read(key)
    return super.has(key)
  }

  override set(key: AnyContextKey, value: unknown, options?: SetOptions): this {
    if (key === Nonce && value !== this.#run.unsentNonce) this.#run.notice('used a nonce')
    this.#personal.delete(key)
    if (options?.shared === true) this.#shared.add(key)
    else this.#shared.delete(key)
    return super.set(key, value)
  }

  /** Marks all present values as set by `provide`. */
  markProvided(): void {
    for (const key of this.keys()) {
      if (!this.#shared.has(key) && !serverKeys.has(key)) this.#personal.add(key)
    }
  }

  #read(key: AnyContextKey): void {
    if (key === Nonce && super.get(key) !== undefined) this.#run.notice('used a nonce')
    if (!this.#personal.has(key)) return
    this.#run.notice(
      'read a value that `provide` set. If it is the same for every visitor, set it with { shared: true }',
    )
  }
}
