import { useState, type ReactNode, type ScriptHTMLAttributes } from 'react'
import { ignore } from './browser.ts'
import { canBeServer } from './can-be-server.ts'
import { useRouter } from './contexts.ts'

/** The id of the JSON block with the data that the server passes to the browser. `testing` knows it too. */
const HANDOFF_ID = '__framework'

/** Props of {@link Scripts}: the attributes of a script element that it does not set itself. */
export type ScriptsProps = Omit<
  ScriptHTMLAttributes<HTMLScriptElement>,
  | 'async'
  | 'children'
  | 'dangerouslySetInnerHTML'
  | 'defer'
  | 'noModule'
  | 'src'
  | 'suppressHydrationWarning'
  | 'type'
>

/**
 * Finds the JSON block. Only a script counts: HTML of a visitor may have an element with the same id, and the block says
 * which modules are loaded.
 */
export function findHandoff(): Element | null {
  return document.querySelector(`script#${HANDOFF_ID}`)
}

/**
 * Loads the app in the browser. Without it, pages are plain HTML, and the browser handles links and forms.
 *
 * Renders a block of JSON and one module script. It contains no inline code.
 */
export function Scripts(props: ScriptsProps): ReactNode {
  const { server, browser } = useRouter('<Scripts>')
  // In the browser, the script is rendered only for hydration. A script that is mounted later would not run.
  const [entry] = useState(
    canBeServer && server ? server.entry : browser!.isReady ? '' : browser!.entry,
  )
  if (entry === '') return null

  const attributes: ScriptsProps = canBeServer && server ? { nonce: server.nonce, ...props } : props
  if (canBeServer) server?.preloads.add(attributes)
  const handoff = canBeServer && server ? server.handoff : undefined
  const waitUrl = canBeServer && server ? server.waitUrl : undefined

  return (
    <>
      {handoff !== '' && (
        <script
          id={HANDOFF_ID}
          type="application/json"
          nonce={attributes.nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: handoff ?? '' }}
        />
      )}
      {waitUrl !== undefined && (
        // Without JavaScript, the browser would not show deferred content. With JavaScript, this is removed before
        // hydration.
        <noscript>
          <meta httpEquiv="refresh" content={`0;url=${waitUrl}`} />
        </noscript>
      )}
      <script
        {...attributes}
        type="module"
        async
        src={entry}
        suppressHydrationWarning
        // A handler keeps React from moving the async script into the head, before the JSON.
        onError={ignore}
      />
    </>
  )
}
