import type { Snapshot } from '../../page-protocol/shared.ts'
import type { LoaderLine, ServerMessage, TabMessage } from '../records.ts'

/** What an open panel uses of the page. */
export interface Link {
  readonly tab: string
  /** The state of the client router, if the page has one. */
  snapshot(): Snapshot | undefined
  /** Why each loader of the page ran last, by route id. */
  readonly reasons: Map<string, LoaderLine>
  send(message: TabMessage): void
  /** Calls a listener with each message of the server, and after each change of the page. Returns a function that stops it. */
  listen(listener: (message: ServerMessage | undefined) => void): () => void
  /** What the server said last about itself, or why it says nothing. */
  server: Extract<ServerMessage, { type: 'problems' }> | undefined
  refusal: string
}
