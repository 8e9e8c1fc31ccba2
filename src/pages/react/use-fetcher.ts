import { useId, useInsertionEffect, useMemo, type ReactElement } from 'react'
import { initFetcher, type Fetcher } from '../page-protocol/fetcher.ts'
import type { RelativeMode } from '../page-protocol/resolve-to.ts'
import { usePending, useRoute, useRouter, type RouterValue, type RouteValue } from './contexts.ts'
import { useFormElement, type FormProps } from './form.tsx'
import type { SerializeFrom } from '../../http/response/shared.ts'
import { baseNow, browserOf, callRouter, resolveAction } from './navigation-hooks.ts'
import { readSubmission, type Submit, type SubmitEncType } from './read-submission.ts'
import { hrefOf } from './resolve-in-page.ts'

/** Options of `fetcher.submit()`. */
export interface FetcherSubmitOptions {
  /** @default the form's, else 'get' */
  method?: string
  /** As in `<Form action>`. @default the form's, else the route that uses the fetcher */
  action?: string
  /** @default the form's, else 'application/x-www-form-urlencoded' */
  encType?: SubmitEncType
  relative?: RelativeMode
  /** Has no effect. React Router has this option. */
  flushSync?: boolean
}

/** The methods of a fetcher. They stay the same for the life of the fetcher. */
export interface FetcherMethods {
  /** A form that submits without a navigation. */
  Form: (props: FormProps) => ReactElement
  /** Submits without a navigation. After a mutation, the loaders of the page reload. */
  submit: Submit<FetcherSubmitOptions>
  /** Loads the data of a route without a navigation. The promise resolves when that has ended, and never rejects. */
  load(href: string, options?: Pick<FetcherSubmitOptions, 'relative' | 'flushSync'>): Promise<void>
  /** Resets the fetcher to `idle/init`, without data. */
  reset(): void
}

/** The return type of {@link useFetcher}. Narrow it by `state` or `type`. */
export type FetcherWithMethods<Data = unknown> = Fetcher<Data> & FetcherMethods

/**
 * Returns a fetcher, which calls loaders and actions without a navigation.
 *
 * @param options A `key` shares one fetcher between components
 */
export function useFetcher<Handler = unknown>(
  options: { key?: string } = {},
): FetcherWithMethods<SerializeFrom<Handler>> {
  const router = useRouter('useFetcher')
  const route = useRoute('useFetcher')
  const ownKey = useId()
  const key = options.key ?? ownKey
  const { browser } = router

  // A click can load data before other effects of its page have run. A layout effect would be cleaned up when the page
  // suspends.
  useInsertionEffect(
    () =>
      browser?.whenStarted((clientRouter) => {
        clientRouter.fetcherMount(key, route.id)
        return () => clientRouter.fetcherUnmount(key)
      }),
    [browser, key, route],
  )

  const methods = useMemo(() => createMethods(router, route, key), [router, route, key])
  const initial = useMemo(() => initFetcher(key), [key])
  const fetcher = usePending('useFetcher').fetchers.get(key) ?? initial

  return useMemo(() => ({ ...fetcher, ...methods }), [fetcher, methods]) as FetcherWithMethods<
    SerializeFrom<Handler>
  >
}

/** Returns all active fetchers, including those whose component was unmounted. */
export function useFetchers(): readonly Fetcher[] {
  const { fetchers } = usePending('useFetchers')

  return useMemo(
    () => Array.from(fetchers.values()).filter(({ state }) => state !== 'idle'),
    [fetchers],
  )
}

function createMethods(router: RouterValue, route: RouteValue, key: string): FetcherMethods {
  return {
    Form: (props) =>
      useFormElement(props, (submission) => {
        void callRouter(router, 'fetcher.Form', (clientRouter) =>
          clientRouter.fetcherSubmit(key, submission, route.id),
        )
      }),
    submit(target: unknown, { action, method, encType, relative }: FetcherSubmitOptions = {}) {
      const what = 'fetcher.submit()'
      browserOf(router, what)
      const resolve = (action?: string) => resolveAction(router, route, action, relative)
      const submission = readSubmission(
        target,
        { method, encType, action: action === undefined ? undefined : resolve(action) },
        resolve(),
      )
      return callRouter(router, what, (clientRouter) =>
        clientRouter.fetcherSubmit(key, submission, route.id),
      )
    },
    load(href, { relative } = {}) {
      const what = 'fetcher.load()'
      browserOf(router, what)
      const target = hrefOf(href, baseNow(router, route), relative)
      return callRouter(router, what, (clientRouter) =>
        clientRouter.fetcherLoad(key, target, route.id),
      )
    },
    reset() {
      void callRouter(router, 'fetcher.reset()', (clientRouter) => clientRouter.fetcherReset(key))
    },
  }
}
