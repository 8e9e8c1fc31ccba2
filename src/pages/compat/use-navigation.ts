import { useMemo } from 'react'
import { formFields, type FormFields } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import { useTransition } from '../react/index.ts'
import { usePage } from '../react/shared.ts'

/** The pending navigation in the format of React Router, in which a GET form is `loading`. */
export type Navigation =
  | ({ readonly state: 'idle'; readonly location: undefined } & {
      readonly [Name in keyof FormFields]: undefined
    })
  | ({ readonly state: 'loading' | 'submitting'; readonly location: Location } & FormFields)

/** Returns the pending navigation, without the types of `useTransition()`. It is the same object until something changes. */
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
