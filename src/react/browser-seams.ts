import type { ClientRouterOptions, DataRequest } from '../client-router/index.ts'
import type { Departure, SkewRecord } from '../client-router/shared.ts'
import type { ManifestRoute } from '../page-protocol/manifest.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Prefetched } from './browser.ts'
import { importModule } from './import-module.ts'
import type { ClientRouteModule } from './route-module.ts'
import { presentStylesheets, stylesheetsOf } from './stylesheets.ts'
import { LEAVE_EVENT } from './use-before-unload.ts'

/** How the machine reaches the network, the modules, other documents and storage in a browser. */
export function createBrowserSeams(
  modules: Map<string, ClientRouteModule>,
  prefetched: Prefetched,
): Pick<ClientRouterOptions, 'data' | 'modules' | 'loadDocument' | 'skew'> {
  return {
    async data({ url, ...init }: DataRequest) {
      const answer = init.method === 'GET' && init.cache === 'default' && prefetched.get(url)
      prefetched.delete(url)
      return (await answer) || whileHere(() => fetchWhole(url, init), init.method === 'GET')
    },
    modules: {
      get: (id) => modules.get(id),
      load: (route) => whileHere(() => loadRoute(route, modules)),
    },
    loadDocument,
    skew: createSkewStorage(),
  }
}

/** Reads the body too, so that all that can fail fails here. */
async function fetchWhole(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, credentials: 'same-origin' })
  const text = await response.text()
  response.text = async () => text
  return response
}

/**
 * Holds back a failure that comes from leaving the page, and tries again if the visitor comes back to it: Firefox and
 * WebKit end what is pending, and an error in place of the page is not what the visitor left.
 */
export async function whileHere<Value>(
  run: () => Promise<Value>,
  canRepeat = true,
): Promise<Value> {
  let stay: Promise<void> | undefined
  const leave = () => {
    stay = whenBack()
  }
  // Not for longer than it is needed: Firefox does not keep a page for Back that listens to this.
  addEventListener('beforeunload', leave)
  try {
    return await run()
  } catch (error) {
    await stay
    if (stay && canRepeat) return await run()
    throw error
  } finally {
    removeEventListener('beforeunload', leave)
  }
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

/** Fetches a stylesheet that the page does not have yet. A failure or a slow server does not hold up the page. */
function preloadStyle(href: string): Promise<void> | undefined {
  if (presentStylesheets().has(href)) return undefined

  return new Promise((resolve) => {
    const link = document.createElement('link')
    const done = () => {
      link.remove()
      resolve()
    }
    link.onload = link.onerror = done
    setTimeout(done, 5000)
    if (link.relList.supports('prefetch')) {
      link.rel = 'preload'
      link.as = 'style'
    } else {
      // WebKit, where a preload that fails once keeps its URL from being asked for again.
      link.rel = 'stylesheet'
      link.media = 'not all'
    }
    link.href = href
    document.head.append(link)
  })
}

async function loadDocument(href: string, how: Departure, submission?: Submission): Promise<void> {
  dispatchEvent(new Event(LEAVE_EVENT))
  if (submission && submission.method !== 'GET') submitNatively(href, submission)
  else if (how === 'reload') location.reload()
  else if (how === 'hash') {
    history.replaceState(history.state, '', href)
    location.reload()
  } else location[how](href)

  await whenBack()
}

/** Resolves if the page is still here after a while, or here again. */
function whenBack(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 8000)
    // Back from where it went: the browser kept this page as it was.
    addEventListener('pageshow', ({ persisted }) => persisted && resolve())
  })
}

/** What a form would do without us. */
function submitNatively(action: string, { method, encType, formData }: Submission): void {
  const form = document.createElement('form')
  // A field may be called `submit` or `action`, and would hide the form's own.
  const set = (name: string, value: string) => form.setAttribute(name, value)
  set('action', action)
  set('method', 'post')
  set('enctype', encType)
  form.hidden = true
  if (method !== 'POST') addField('_method', method)
  // The machine leaves nothing else to the browser.
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
const SKEW_MARK = '__fw_reload'

/** Session storage; where it is denied, the name of the window, if nobody else uses it. */
export function createSkewStorage(): ClientRouterOptions['skew'] {
  return {
    read() {
      try {
        return parseRecord(sessionStorage.getItem(SKEW_KEY))
      } catch {
        return window.name.startsWith(SKEW_MARK)
          ? parseRecord(window.name.slice(SKEW_MARK.length))
          : undefined
      }
    },
    write(record) {
      const text = JSON.stringify(record)
      try {
        sessionStorage.setItem(SKEW_KEY, text)
      } catch {
        if (window.name && !window.name.startsWith(SKEW_MARK)) return false
        window.name = SKEW_MARK + text
      }

      return true
    },
    clear() {
      try {
        sessionStorage.removeItem(SKEW_KEY)
      } catch {
        if (window.name.startsWith(SKEW_MARK)) window.name = ''
      }
    },
  }
}

function parseRecord(text: string | null): SkewRecord | undefined {
  return text ? (JSON.parse(text) as SkewRecord) : undefined
}
