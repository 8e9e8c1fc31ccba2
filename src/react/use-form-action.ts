import type { RelativeMode } from '../page-protocol/resolve-to.ts'
import { isDevelopment, usePage, useRoute, useRouter } from './contexts.ts'
import { actionOf, baseOf } from './resolve-in-page.ts'

/**
 * Returns the URL that a form of this route submits to, for the `formAction` of a button.
 *
 * @param action As in `<Form action>`. Without it, the URL of the route with the current query
 *
 * @example
 * <button formAction={useFormAction('preview')} formMethod="post">Preview</button>
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
    (!route.path || route.pathless) &&
    isDevelopment(router)
  ) {
    throw new Error(
      `A <Form> in the pathless layout "${value.id}" has no URL to submit to. Give the form an action, or the layout a path with layout(route, file, children)`,
    )
  }

  return actionOf(action, baseOf(router, page, value), route.index === true, options.relative)
}
