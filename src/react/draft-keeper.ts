import { nobody, unknownVisitor, VISITOR_HEADER } from '../page-protocol/visitor-header.ts'
import type { Handoff } from '../page-protocol/handoff.ts'
import type { Browser } from './browser.ts'
import { draftsItem, leaving, type DraftKeeper, type Drafts } from './draft.ts'
import type { openDrafts } from './drafts.ts'
import { readItem, writeItem } from './tab-storage.ts'

/** The code of drafts. A page without a form that keeps them does not load it. */
type Code = { openDrafts: typeof openDrafts }

/**
 * Lets the forms of an app with `visitor` keep drafts. Loads the code of drafts first, if the tab has drafts.
 *
 * @returns A function that begins with it
 */
export async function openKeeper({
  matches,
  visitor,
}: Handoff): Promise<(browser: Browser) => void> {
  const scope = matches[0]!.pathname
  const code = readItem(draftsItem(scope)) && (await load().catch(ignore))
  return (browser) => createKeeper(browser, scope, visitor!, code || undefined, load)
}

/**
 * @param told Who is signed in, as the document says it
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
  const item = `fw:visitor${scope}`
  const read = (): string | null => readItem(item, 'localStorage')
  const waiting = new Map<HTMLFormElement, Parameters<Drafts['see']>>()
  // Tabs share cookies, so they share who was told last. This document does not take what was told before it.
  let heard = read()
  let visitor = heard === leaving ? leaving : unknownVisitor
  // How often someone else may have been signed in. A response that is older than the last time says nothing.
  let changes = 0
  let isLoading = false
  const tell = (who: string): void => {
    heard = visitor = who
    writeItem(item, who, 'localStorage')
    keeper.drafts?.turn()
  }
  const keeper: DraftKeeper = {
    item: draftsItem(scope),
    drafts: undefined,
    visitor() {
      const other = read()
      if (other !== heard) visitor = other ?? unknownVisitor
      heard = other
      return visitor
    },
    keep(form, about, hasAction) {
      if (keeper.drafts) return keeper.drafts.see(form, about, hasAction)
      // It belongs to who was signed in when it was rendered first.
      const [, , , who = keeper.visitor()] = waiting.get(form) ?? []
      waiting.set(form, [form, about, hasAction, who, browser.shown])
      if (!isLoading) {
        isLoading = true
        // Without the code, forms work without drafts.
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
        const who = now ?? first
        if (now || who === unknownVisitor) changes++
        else if (isLoad && before !== changes) return
        // After a mutation for someone, nobody may be signed in any more. It was a logout if nobody is told next.
        const isLeaving = now && first !== nobody && (now === nobody || now === unknownVisitor)
        if (isLeaving) tell(leaving)
        if (who && who !== '*' && !(isLeaving && who === unknownVisitor)) tell(who)
      }
    },
  }
  const start = ({ openDrafts }: Code): void => {
    keeper.drafts = openDrafts(browser, keeper)
    for (const form of waiting.values()) keeper.drafts.see(...form)
  }
  browser.drafts = keeper
  // A page of the back/forward cache knows nobody, until a response tells.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    heard = read()
    visitor = unknownVisitor
    keeper.drafts?.turn()
  })
  if (code) start(code)
  if (told !== null) tell(told || nobody)
}

function load(): Promise<Code> {
  return import('./drafts.ts')
}

function ignore(): undefined {}
