import { use } from 'react'
import type { Transition } from '../page-protocol/transition.ts'
import { TransitionContext, useRouter, type RouterValue } from './contexts.ts'
import { appLocation } from './matches.ts'

/**
 * Returns the pending navigation or submission. Narrow it by `state` or `type`. It is the same object until it changes.
 *
 * This is not React's hook with the same name: it returns an object, not a pair.
 */
export function useTransition(): Transition {
  const router = useRouter('useTransition')

  return appTransition(router, use(TransitionContext))
}

const transitions = /* @__PURE__ */ new WeakMap<Transition, Transition>()

function appTransition(router: RouterValue, transition: Transition): Transition {
  const isDev = process.env.NODE_ENV !== 'production'
  if (!isDev && (router.basename === '/' || !transition.location)) return transition

  let result = transitions.get(transition)
  if (!result) {
    result = {
      ...transition,
      ...(transition.location && { location: appLocation(router, transition.location) }),
    } as Transition
    if (isDev) {
      Object.defineProperty(result, Symbol.iterator, {
        value() {
          throw new TypeError(
            'useTransition of "framework" returns { state, type, submission, location }, not a pair. For [isPending, startTransition], import useTransition from "react"',
          )
        },
      })
    }
    transitions.set(transition, Object.freeze(result))
  }

  return result
}
