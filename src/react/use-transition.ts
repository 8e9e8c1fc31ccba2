import { use } from 'react'
import { type Location, type SubmissionMethod, type Transition } from '../client-router/index.ts'
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
  | {
      readonly state: 'idle'
      readonly location: undefined
      readonly formMethod: undefined
      readonly formAction: undefined
      readonly formEncType: undefined
      readonly formData: undefined
    }
  | {
      readonly state: 'loading' | 'submitting'
      readonly location: Location
      readonly formMethod: SubmissionMethod | undefined
      readonly formAction: string | undefined
      readonly formEncType: string | undefined
      readonly formData: FormData | undefined
    }

/** What the page is doing, without the types of `useTransition()`. */
export function useNavigation(): Navigation {
  usePage('useNavigation')
  const { state, type, location, submission } = useTransition()

  return {
    state: type === 'loaderSubmission' ? 'loading' : state,
    location,
    formMethod: submission?.method,
    formAction: submission?.action,
    formEncType: submission?.encType,
    formData: submission?.formData,
  } as Navigation
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
