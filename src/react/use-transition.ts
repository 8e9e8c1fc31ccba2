import { use, useMemo } from 'react'
import { formFields, type FormFields } from '../page-protocol/submission.ts'
import type { Location, Transition } from '../page-protocol/transition.ts'
import { TransitionContext, usePage, useRouter, type RouterValue } from './contexts.ts'
import { appLocation } from './matches.ts'

/**
 * What the page is doing: narrow on `state` or `type`. The same object until something changes.
 *
 * Not React's hook of that name: this one returns an object.
 */
export function useTransition(): Transition {
  const router = useRouter('useTransition')

  return appTransition(router, use(TransitionContext))
}

/** The pending navigation in the shape that React Router users know: a GET form is `loading`. */
export type Navigation =
  | ({ readonly state: 'idle'; readonly location: undefined } & {
      readonly [Name in keyof FormFields]: undefined
    })
  | ({ readonly state: 'loading' | 'submitting'; readonly location: Location } & FormFields)

/** What the page is doing, without the types of `useTransition()`. The same object until something changes. */
export function useNavigation(): Navigation {
  usePage('useNavigation')
  const transition = useTransition()

  return useMemo(() => {
    const { state, type, location, submission } = transition
    return {
      state: type === 'loaderSubmission' ? 'loading' : state,
      location,
      ...formFields(submission),
    } as Navigation
  }, [transition])
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
            'useTransition of "framework" returns { state, type, submission, location }, not a pair: import the hook of that name from "react" for [isPending, startTransition]',
          )
        },
      })
    }
    transitions.set(transition, Object.freeze(result))
  }

  return result
}
