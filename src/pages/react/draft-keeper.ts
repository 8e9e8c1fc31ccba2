import { nobody, unknownVisitor, VISITOR_HEADER } from '../page-protocol/visitor-header.ts'
import type { Handoff } from '../page-protocol/handoff.ts'
import type { DataResponse, RedirectEnvelope } from '../page-protocol/wire.ts'
import type { Browser } from './browser.ts'
import { draftsItem, isUnknown, leaving, type DraftKeeper, type Drafts } from './draft.ts'
import { clearReturn, isReturn, isSame, loadAnew, markEntry, passOn } from './draft-return.ts'
import type { openDrafts } from './drafts.ts'
import { readItem, writeItem } from './tab-storage.ts'

/** The code of drafts. Only a page with a form that keeps drafts loads it. */
type Code = { openDrafts: typeof openDrafts }

/**
 * Lets the forms of an app with `visitor` keep drafts. Loads the code of drafts first, if the tab has drafts.
 *
 * @returns A function that starts to keep drafts
 */
export async function openKeeper({
  matches,
  visitor,
}: Handoff): Promise<(browser: Browser) => void> {
  const scope = matches[0]!.pathname
  const told = visitor === '' ? nobody : visitor!
  await clearReturn(told, readVisitor(scope))
  const code = readItem(draftsItem(scope)) && (await load().catch(ignore))
  return (browser) => createKeeper(browser, scope, told, code || undefined, load)
}

/**
 * @param told Who is signed in, according to the document, or `null` if it does not say it
 * @param code The code of drafts, if the tab has drafts
 * @param load Loads that code
 */
export function createKeeper(
  browser: Browser,
  scope: string,
  told: string | null,
  code: Code | undefined,
  load: () => Promise<Code>,
): void {
  const read = (): string | null => readVisitor(scope)
  const waiting = new Map<HTMLFormElement, Parameters<Drafts['see']>>()
  // Tabs share cookies, so they share the visitor that a response has named last. This document ignores a name from before
  // it was loaded.
  let stored = read()
  let visitor = stored === leaving ? leaving : unknownVisitor
  // How often the visitor may have changed. A response that was requested before the last change does not name the visitor.
  let changes = 0
  let isLoading = false
  // Whose text the fields of the document may have. It is unknown after two visitors.
  let owner = told ?? stored
  // For whom the data of the page was loaded, if that is known.
  let shown = told ?? unknownVisitor
  const isOther = (who: string): boolean =>
    !isSame(who, shown) && !isUnknown(shown) && !isUnknown(who)
  const learn = (who: string): void => {
    if (!isUnknown(who)) owner = passOn(owner ?? who, who)
    markEntry(owner)
  }
  // A browser fires no event when it restores a field.
  const typed = new Set<unknown>()
  addEventListener('input', ({ target }) => typed.add((target as HTMLInputElement).form), true)
  const setVisitor = (who: string): void => {
    stored = visitor = who
    learn(who)
    writeItem(visitorItem(scope), who, 'localStorage')
    keeper.drafts?.turn()
  }
  const keeper: DraftKeeper = {
    item: draftsItem(scope),
    drafts: undefined,
    isTyped: (form) => !isReturn() || typed.has(form),
    visitor() {
      const other = read()
      if (other !== stored) visitor = other ?? unknownVisitor
      stored = other
      learn(visitor)
      return visitor
    },
    keep(form, about, hasAction) {
      if (keeper.drafts) return keeper.drafts.see(form, about, hasAction)
      // The form belongs to the visitor who was signed in when it was first rendered.
      const [, , , who = keeper.visitor()] = waiting.get(form) ?? []
      waiting.set(form, [form, about, hasAction, who, browser.shown])
      if (!isLoading) {
        isLoading = true
        // If the code cannot be loaded, forms work without drafts.
        load().then(start, ignore)
      }
    },
    hear(request) {
      const before = changes
      const isLoad = request.method === 'GET'
      const end = keeper.drafts?.send(request)
      return (response) => {
        const [first = '', now] = response.headers.get(VISITOR_HEADER)?.split(',') ?? []
        end?.(response, first)
        const isPage = request.redirect === 'manual'
        // A live page would take another document for a failure, and keep what it shows.
        const loadOther = () => (request.purpose?.cause === 'live' ? loadAnew() : anotherDocument)
        // Another tab was told someone else, so a cache may have sent this response.
        if (isLoad && isPage && isOther(keeper.visitor())) return loadOther()
        const who = now ?? first
        if (now || who === unknownVisitor) changes++
        else if (isLoad && before !== changes) return response
        // After this mutation, the visitor may be signed out. If the next response names a guest, it was a logout.
        const isLeaving = now && first !== nobody && (now === nobody || now === unknownVisitor)
        if (isLeaving) setVisitor(leaving)
        const isTold = first && first !== '*'
        if (who && who !== '*' && !(isLeaving && who === unknownVisitor)) setVisitor(who)
        if (isTold && isOther(first)) return isLoad ? loadOther() : leave(response)
        // After a mutation that may have changed the visitor, every loader runs.
        if (now) shown = unknownVisitor
        else if (isTold && isLoad) shown = first
        return response
      }
    },
  }
  const start = ({ openDrafts }: Code): void => {
    keeper.drafts = openDrafts(browser, keeper)
    for (const form of waiting.values()) keeper.drafts.see(...form)
  }
  browser.drafts = keeper
  // A page from the back/forward cache does not know the visitor until a response names them.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    stored = read()
    // It was the page of another visitor.
    if (!isSame(`${owner}`, `${stored}`)) return void loadAnew()
    visitor = unknownVisitor
    keeper.drafts?.turn()
  })
  if (code) start(code)
  if (told !== null) setVisitor(told)
  markEntry(owner)
  browser.whenStarted((router) => router.subscribe(() => markEntry(owner)))
}

/** The name of the item with the visitor who was told last. Tabs share cookies, so they share it. */
function visitorItem(scope: string): string {
  return `fw:visitor${scope}`
}

function readVisitor(scope: string): string | null {
  return readItem(visitorItem(scope), 'localStorage')
}

/** Makes the client router load a document instead of using a response. */
const anotherDocument = { type: 'opaqueredirect' } as DataResponse

/** Returns the response to a mutation that ran for another visitor than the page: a redirect leads to a document. */
async function leave(response: DataResponse): Promise<DataResponse> {
  const [first] = (await response.text()).split('\n')
  const { redirect } = JSON.parse(first!) as Partial<RedirectEnvelope>
  if (!redirect?.location) return anotherDocument
  const headers = new Headers(response.headers as Headers)
  // The page that follows may have come along, as lines.
  headers.delete('Content-Type')
  const text = JSON.stringify({ redirect: { ...redirect, reload: true } })
  return new Response(text, { status: response.status, headers })
}

function load(): Promise<Code> {
  return import('./drafts.ts')
}

function ignore(): undefined {}
