import type { ClientRouterOptions } from '../client-router/index.ts'
import type { DataRequest, Departure, KeyedSubmission } from '../client-router/shared.ts'
import { canOnce } from '../page-protocol/features.ts'
import type { ManifestRoute } from '../page-protocol/manifest.ts'
import { isLines } from '../page-protocol/wire.ts'
import type { Browser } from './browser.ts'
import { importModule } from './import-module.ts'
import type { ClientRouteModule } from './route-module.ts'
import { presentStylesheets, stylesheetsOf } from './stylesheets.ts'
import { LEAVE_EVENT } from './use-before-unload.ts'
import { whenBack, whileHere } from './while-here.ts'

/** Connects the client router to the network, the modules, other documents and storage in a browser. */
export function createBrowserSeams({
  drafts,
  modules,
  prefetched,
}: Pick<Browser, 'drafts' | 'modules' | 'prefetched'>): Pick<
  ClientRouterOptions,
  'data' | 'modules' | 'loadDocument' | 'skew'
> {
  return {
    async data(request: DataRequest) {
      const { url, ...init } = request
      const hear = drafts?.hear(request)
      const prefetching = init.method === 'GET' && init.cache === 'default' && prefetched.get(url)
      prefetched.delete(url)
      const response =
        (await prefetching) || (await whileHere(() => fetchWhole(url, init), init.method === 'GET'))
      return hear ? hear(response) : response
    },
    modules: {
      get: (id) => modules.get(id),
      load: (route) => whileHere(() => loadRoute(route, modules)),
    },
    loadDocument(href, how, submission) {
      // The browser sends the form, so no code of the page reads the response.
      if (submission) drafts?.drafts?.end()
      return loadDocument(href, how, submission)
    },
    skew: createSkewStorage(),
  }
}

/** Fetches a response and its whole body, so that every network error happens here. Lines are read as they come. */
async function fetchWhole(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, credentials: 'same-origin' })
  if (isLines(response)) return response
  const text = await response.text()
  response.text = async () => text
  return response
}

async function loadRoute(
  route: ManifestRoute,
  modules: Map<string, ClientRouteModule>,
): Promise<void> {
  const [module] = await Promise.all([
    modules.get(route.id) ?? importModule(route.module),
    ...route.css.map(preloadStyle),
  ])
  modules.set(route.id, module as ClientRouteModule)

  const match = { id: route.id, route, params: {}, pathname: '' }
  await Promise.all(stylesheetsOf([match], modules).map(preloadStyle))
}

/** Fetches a stylesheet that the page does not have yet. A failure or a slow server does not block the page. */
function preloadStyle(href: string): Promise<void> | undefined {
  if (presentStylesheets().has(href)) return undefined

  return new Promise((resolve) => {
    const link = document.createElement('link')
    const done = () => {
      link.remove()
      resolve()
    }
    link.onload = link.onerror = done
    setTimeout(done, 5000) // A page without a style is better than no page.
    if (link.relList.supports('prefetch')) {
      link.rel = 'preload'
      link.as = 'style'
    } else {
      // After a failed preload, WebKit never requests the URL again.
      link.rel = 'stylesheet'
      link.media = 'not all'
    }
    link.href = href
    document.head.append(link)
  })
}

async function loadDocument(
  href: string,
  how: Departure,
  submission?: KeyedSubmission,
): Promise<void> {
  dispatchEvent(new Event(LEAVE_EVENT))
  if (submission && submission.method !== 'GET') submitNatively(href, submission)
  else if (how === 'reload') location.reload()
  else if (how === 'hash') {
    history.replaceState(history.state, '', href)
    location.reload()
  } else location[how](href)

  await whenBack()
}

/** Submits as a form does without JavaScript. */
function submitNatively(action: string, submission: KeyedSubmission): void {
  const { method, encType, formData } = submission
  const form = document.createElement('form')
  // A field named `submit` or `action` would hide the form's own property.
  const set = (name: string, value: string) => form.setAttribute(name, value)
  set('action', action)
  set('method', 'post')
  set('enctype', encType)
  form.hidden = true
  if (method !== 'POST') addField('_method', method)
  if (canOnce) addField('_once', submission.once!)
  // The client router sends only form data this way.
  for (const [name, value] of formData!) addField(name, value)
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)

  function addField(name: string, value: FormDataEntryValue): void {
    const input = document.createElement('input')
    input.name = name
    if (typeof value === 'string') input.value = value
    else {
      const files = new DataTransfer()
      files.items.add(value)
      input.type = 'file'
      input.files = files.files
    }
    form.append(input)
  }
}

const SKEW_KEY = 'fw:skew'

/** Uses session storage. If that is blocked, uses the name of the window, unless other code has set it. */
export function createSkewStorage(): ClientRouterOptions['skew'] {
  const save = (text: string): boolean => {
    try {
      sessionStorage.setItem(SKEW_KEY, text)
    } catch {
      if (window.name && !window.name.startsWith(SKEW_KEY)) return false
      window.name = text && SKEW_KEY + text
    }
    return true
  }

  return {
    read() {
      let text
      try {
        text = sessionStorage.getItem(SKEW_KEY)
      } catch {
        text = window.name.split(SKEW_KEY)[1]
      }
      return text ? JSON.parse(text) : undefined
    },
    write: (record) => save(JSON.stringify(record)),
    clear: () => save(''),
  }
}
