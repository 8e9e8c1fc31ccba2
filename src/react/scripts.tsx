import { useState, type ReactNode, type ScriptHTMLAttributes } from 'react'
import { preloadModule } from 'react-dom'
import { useRouter } from './contexts.ts'
import type { ServerRender } from './server-render.ts'

/** Props of {@link Scripts}: any attribute of a script element that is not ours to set. */
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

/** The id of the JSON block that hands the server's state to the browser. */
export const HANDOFF_ID = '__framework'

/**
 * Brings the app to life in the browser. Without it, the pages are plain HTML and links and forms work natively.
 *
 * Renders a block of JSON and one module script; none of it is inline code.
 */
export function Scripts(props: ScriptsProps): ReactNode {
  const { server, browser } = useRouter('<Scripts>')
  // In the browser there is only something to hydrate: what is mounted later would not run anyway.
  const [entry] = useState(server ? server.entry : browser!.isReady ? '' : browser!.entry)
  if (entry === '') return null

  const attributes: ScriptsProps = server ? { nonce: server.nonce, ...props } : props
  if (server) preload(server, attributes)

  return (
    <>
      <script
        id={HANDOFF_ID}
        type="application/json"
        nonce={attributes.nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: server ? server.handoff : '' }}
      />
      <script
        {...attributes}
        type="module"
        async
        src={entry}
        suppressHydrationWarning
        // React moves an async script into the head, before the JSON, unless it has a handler.
        onError={ignore}
      />
    </>
  )
}

function preload(server: ServerRender, { nonce, crossOrigin }: ScriptsProps): void {
  for (const url of server.preloads) {
    preloadModule(url, {
      as: 'script',
      nonce,
      crossOrigin: crossOrigin ?? undefined,
      integrity: server.integrity?.[url],
    })
  }
}

function ignore(): void {}
