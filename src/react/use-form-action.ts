import type { RelativeMode } from '../page-protocol/resolve-to.ts'
import { isDevelopment, usePage, useRoute, useRouter } from './contexts.ts'
import { actionOf, baseOf } from './resolve-in-page.ts'

/**
 * The URL that a form of this route submits to, for a button's `formAction`.
 *
 * @param action As in `<Form action>`; without it, the route itself with the current query
 */
export function useFormAction(
  action?: string,
  options: { relative?: RelativeMode | undefined } = {},
): string {
  const router = useRouter('useFormAction')
  const page = usePage('useFormAction')
  const value = useRoute('useFormAction')
  const { route } = page.matches[value.depth]!

  if (
    process.env.NODE_ENV !== 'production' &&
    action === undefined &&
    route.path === undefined &&
    isDevelopment(router)
  ) {
    throw new Error(
      `A <Form> in the pathless layout "${value.id}" has no URL of its own to submit to: give the form an action, or give the layout a path with layout(route, file, children)`,
    )
  }

  return actionOf(action, baseOf(router, page, value), route.index === true, options.relative)
}
