import { useEffect, useId, useMemo, type ReactElement } from 'react'
import { jsx } from 'react/jsx-runtime'
import type { Fetcher, InitFetcher } from '../client-router/index.ts'
import { usePending, useRoute, useRouter, type RouterValue, type RouteValue } from './contexts.ts'
import { Form, type FormProps } from './form.ts'
import type { SerializeFrom } from './json-of.ts'
import { baseNow, browserOf, resolveAction } from './navigation-hooks.ts'
import { readSubmission, type SubmitTarget } from './read-submission.ts'
import { hrefOf } from './resolve-in-page.ts'
import type { RelativeMode } from './resolve-to.ts'

/** Options of `fetcher.submit()`. */
export interface FetcherSubmitOptions {
  /** @default the form's, else 'get' */
  method?: string
  /** As in `<Form action>`. @default the form's, else the route that uses the fetcher */
  action?: string
  encType?: string
  relative?: RelativeMode
}

/** What a fetcher can do. All of it is stable for the life of the fetcher. */
export interface FetcherMethods {
  /** A form that submits without a navigation. */
  Form: (props: FormProps) => ReactElement
  /** Submits without a navigation; after a mutation the page's loaders reload. */
  submit(target: SubmitTarget, options?: FetcherSubmitOptions): void
  /** Loads the data of a route without a navigation. */
  load(href: string, options?: { relative?: RelativeMode }): void
  /** Back to `idle/init`, without data. */
  reset(): void
}

/** What {@link useFetcher} returns: narrow on `state` or `type`. */
export type FetcherWithMethods<Data = unknown> = Fetcher<Data> & FetcherMethods

/**
 * Talks to loaders and actions without a navigation.
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

  useEffect(() => {
    browser?.router.fetcherMount(key, route.id)
    return () => browser?.router.fetcherUnmount(key)
  }, [browser, key, route])

  const methods = useMemo(() => createMethods(router, route, key), [router, route, key])
  const initial = useMemo(() => createInitFetcher(key), [key])
  const fetcher = usePending('useFetcher').fetchers.get(key) ?? initial

  return useMemo(() => ({ ...fetcher, ...methods }), [fetcher, methods]) as FetcherWithMethods<
    SerializeFrom<Handler>
  >
}

/** Every fetcher that is at work, also those whose component is gone. */
export function useFetchers(): readonly Fetcher[] {
  const { fetchers } = usePending('useFetchers')

  return useMemo(
    () => Array.from(fetchers.values()).filter(({ state }) => state !== 'idle'),
    [fetchers],
  )
}

function createMethods(router: RouterValue, route: RouteValue, key: string): FetcherMethods {
  const submit: FetcherMethods['submit'] = (target, { action, method, encType, relative } = {}) => {
    const browser = browserOf(router, 'fetcher.submit()')
    const resolve = (action?: string) => resolveAction(router, route, action, relative)
    browser.router.fetcherSubmit(
      key,
      readSubmission(
        target,
        { method, encType, action: action === undefined ? undefined : resolve(action) },
        resolve(),
      ),
    )
  }

  return {
    Form: (props) => jsx(Form, { ...props, navigate: false, fetcherKey: key }),
    submit,
    load(href, { relative } = {}) {
      browserOf(router, 'fetcher.load()').router.fetcherLoad(
        key,
        hrefOf(href, baseNow(router, route), relative),
      )
    },
    reset() {
      browserOf(router, 'fetcher.reset()').router.fetcherReset(key)
    },
  }
}

function createInitFetcher(key: string): InitFetcher {
  return {
    key,
    state: 'idle',
    type: 'init',
    submission: undefined,
    data: undefined,
    previousData: undefined,
    formData: undefined,
    formMethod: undefined,
    formAction: undefined,
    formEncType: undefined,
  }
}
