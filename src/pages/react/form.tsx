import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type FormEvent,
  type FormHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { type FormSubmission, normalizeEncType } from '../client-router/shared.ts'
import { canOnce } from '../page-protocol/features.ts'
import type { RelativeMode } from '../page-protocol/resolve-to.ts'
import { canBeServer } from './can-be-server.ts'
import { useRoute, useRouter, useHasStarted } from './contexts.ts'
import { METHOD_ATTRIBUTE, readForm, type FormMethod } from './read-submission.ts'
import { useFormAction } from './resolve-in-page.ts'
import { tellOfLink } from './tell-of-link.ts'
import { warn } from './warn.ts'
import { OnceField } from './once-field.tsx'

/** Props of {@link Form}. It also accepts every attribute of a form. */
export interface FormProps extends Omit<
  FormHTMLAttributes<HTMLFormElement>,
  'action' | 'method' | 'encType'
> {
  /** A path below the basename or relative to the route. @default the route that renders the form, with the current query */
  action?: string
  /** @default 'get' */
  method?: FormMethod | Uppercase<FormMethod>
  /** How to encode the fields. Use `multipart/form-data` to send files. @default 'application/x-www-form-urlencoded' */
  encType?:
    | 'application/x-www-urlencoded'
    | 'application/x-www-form-urlencoded'
    | 'multipart/form-data'
  /** Replace the history entry. This has no effect without JavaScript. @default false */
  replace?: boolean
  /** Let the browser submit the form and load a document. @default false */
  forceRefresh?: boolean
  /** The same as `forceRefresh`. @default false */
  reloadDocument?: boolean
  /** If `false`, submit with a fetcher, without a navigation. @default true */
  navigate?: boolean
  /** The key of the fetcher to use if `navigate` is `false`. */
  fetcherKey?: string
  /** Whether `..` in `action` means the parent route or the parent path segment. @default 'route' */
  relative?: RelativeMode
  /** Stored with the history entry. */
  state?: unknown
  /** Keep the scroll position. @default false */
  preventScrollReset?: boolean
  /** As in `<Link viewTransition>`. @default false */
  viewTransition?: boolean | string
  /**
   * The record that the form is about, such as its id. A draft is only filled into a form with the same value.
   * @default the names and values of its hidden fields and submit buttons
   */
  draft?: string
  ref?: Ref<HTMLFormElement>
}

/**
 * A form that submits to an action without loading a document. Afterwards the loaders of the page reload.
 *
 * Without JavaScript it is a native form. All methods except get are then sent as post, with the method in `_method`.
 */
export function Form(props: FormProps): ReactElement {
  return useFormElement(props)
}

/**
 * Returns the form element for `props`.
 *
 * @param send Gets the submission. Without it, the client router navigates
 */
export function useFormElement(
  {
    action,
    method: methodProp,
    encType,
    replace,
    forceRefresh,
    reloadDocument,
    navigate,
    fetcherKey,
    relative,
    state,
    preventScrollReset,
    viewTransition,
    draft,
    ref,
    onSubmit,
    children,
    ...form
  }: FormProps,
  send?: (submission: FormSubmission) => void,
): ReactElement {
  const { browser, server } = useRouter('<Form>')
  const route = useRoute('<Form>')
  const ownAction = useFormAction(action, { relative })
  const method = readMethod(methodProp)
  const isEmulated = method !== 'get' && method !== 'post'
  if (canBeServer && method !== 'get') server?.onForm?.()
  const isNative = forceRefresh || reloadDocument || (form.target && form.target !== '_self')
  if (action !== undefined && !isNative) {
    if (canBeServer && server) server.onLink?.(ownAction)
    else if (process.env.NODE_ENV !== 'production') tellOfLink(ownAction)
  }

  const element = useRef<HTMLFormElement>(null)
  useImperativeHandle(ref, () => element.current!, [])
  useLayoutEffect(() => {
    if (method !== 'get') browser?.drafts?.keep(element.current!, draft, action !== undefined)
  })

  const attributes: Record<string, unknown> = {
    ...form,
    action: ownAction,
    method: isEmulated ? 'post' : method,
  }
  if (encType) attributes['encType'] = normalizeEncType(encType)
  if (process.env.NODE_ENV !== 'production') checkEncType(encType)
  if (isEmulated) attributes[METHOD_ATTRIBUTE] = method
  if (!canBeServer || browser) {
    attributes['onSubmit'] = (event: FormEvent<HTMLFormElement>) => {
      onSubmit?.(event as never)
      const { router } = browser!
      if (!router || event.defaultPrevented || forceRefresh || reloadDocument) return

      const submission = readOwn(event, ownAction)
      if (!submission) return

      event.preventDefault()
      if (send) send(submission)
      else if (navigate === false) {
        router.fetcherSubmit(fetcherKey, submission, route.id)
      } else {
        router.submit(submission, {
          state,
          replace: !!replace,
          preventScrollReset: !!preventScrollReset,
          viewTransition: viewTransition ?? false,
        })
      }
    }
  }

  return (
    <form ref={element} {...attributes}>
      {isEmulated && <MethodField method={method} isNative={isNative} />}
      {canOnce && method !== 'get' && <OnceField isNative={isNative} />}
      {children}
    </form>
  )
}

/**
 * Reads the submission of a form. Returns `undefined` if the browser has to handle it: for a dialog, a frame or another
 * site.
 */
function readOwn(
  { currentTarget, nativeEvent }: FormEvent<HTMLFormElement>,
  action: string,
): FormSubmission | undefined {
  const { submitter } = nativeEvent as SubmitEvent
  const target = submitter?.getAttribute('formtarget') ?? currentTarget.getAttribute('target')
  if (target && target !== '_self') return undefined
  if (process.env.NODE_ENV !== 'production') checkVerb(submitter)

  const submission = readForm(currentTarget, submitter, {}, action)
  const isOurs = new URL(submission.action, location.href).origin === location.origin
  return submission.method !== 'dialog' && isOurs ? submission : undefined
}

/** Adds `_method` for the browser. It is removed once the client router submits the form, which sends the real method. */
function MethodField({ method, isNative }: { method: string; isNative: unknown }): ReactNode {
  return useHasStarted('<Form>') && !isNative ? null : (
    <input type="hidden" name="_method" value={method.toUpperCase()} />
  )
}

function readMethod(method = 'get'): string {
  const lower = method.toLowerCase()
  if (/^(?:get|post|put|patch|delete)$/.test(lower)) return lower
  if (process.env.NODE_ENV !== 'production') {
    warn(
      `Cannot submit a <Form> with method ${JSON.stringify(method)}. Use get, post, put, patch or delete`,
    )
  }

  return 'get'
}

function checkEncType(encType = ''): void {
  if (
    !/^(application\/x-www-(form-)?urlencoded|multipart\/form-data|text\/plain)?$/i.test(encType)
  ) {
    warn(
      `Cannot submit a <Form> with encType ${JSON.stringify(encType)}, so it is urlencoded. Use multipart/form-data for files, useSubmit() for JSON`,
    )
  }
}

function checkVerb(submitter: HTMLElement | null): void {
  const method = submitter?.getAttribute('formmethod')
  if (method && !/^(?:get|post|dialog)$/i.test(method)) {
    warn(
      `A button with formMethod=${JSON.stringify(method)} submits as get without JavaScript. Use a separate <Form>`,
    )
  }
}
