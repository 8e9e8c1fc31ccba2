import { observeWith } from '../internal/global-keys.ts'
import { invariant, showValue } from '../internal/check.ts'
import type { Observer } from './observer.ts'

/** Copies a list of observers. */
export function readObservers(list: unknown): Observer[] {
  invariant(
    list === undefined || Array.isArray(list),
    `createRouter() takes a list of observers as \`observe\`, not ${showValue(list)}`,
  )
  return ((list as unknown[] | undefined) ?? []).map(readObserver)
}

function readObserver(observer: unknown): Observer {
  const methods = ['event', 'run', 'response'] as const
  const given = observer as Record<string, unknown> | null
  const isObserver =
    typeof given === 'object' &&
    given !== null &&
    methods.some((name) => given[name] !== undefined) &&
    methods.every((name) => given[name] === undefined || typeof given[name] === 'function')
  invariant(
    isObserver,
    `createRouter() takes observers with an \`event\`, \`run\` or \`response\` function, not ${showValue(observer)}`,
  )

  return given as Observer
}

/** A router, or a handler around one. */
export interface Observable {
  /** Adds an observer. Returns a function that removes it. */
  [observeWith](observer: Observer): () => void
}

export function isObservable(source: unknown): source is Observable {
  const isObject = typeof source === 'object' || typeof source === 'function'
  return isObject && source !== null && observeWith in source
}
