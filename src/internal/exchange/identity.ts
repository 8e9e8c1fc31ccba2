import type { Run } from './run.ts'

/** What the framework knows about a request besides its `Request`. A request and its copies share one identity. */
export interface Identity {
  /** The address of the client, if the server knows it. */
  clientAddress?: string | undefined
  /** Whether `clientAddress` may be the address of a proxy, so that many visitors share it. */
  readonly hasSharedAddress?: boolean
  /** Aborts when the server begins to close. */
  shutdown?: AbortSignal | undefined
  /** The first context that the request belongs to. */
  context?: object | undefined
  /** What a data request says besides its URL. */
  data?: DataRequestParts | undefined
  /** The version of the build whose pages may handle the request. */
  build?: string | undefined
  /** Whether the document is sent only when everything in it is there. */
  waits?: boolean | undefined
  /** For a request that was sent from inside the process: the event of the request that sent it, and why. */
  sentBy?: { readonly id: number; readonly cause: 'cache' | 'prerender' | 'mutation' } | undefined
  /** Whether the test kit has sent the request. */
  isTest?: boolean | undefined
  /** For the test kit: how many writes this process knew when it loaded the live page. Times are not exact enough. */
  knownWrites?: number | undefined
  /** Notices what would make the response personal, if no visitor has sent the request. */
  readonly run?: Run | undefined
  /** Edit the headers of the response that is sent for an error, the innermost first. */
  errorHeaders?: readonly ((headers: Headers) => void)[]
  /** The `Cache-Control` of a response that sets a cookie, if it was public and was sent as private instead. */
  replacedPolicy?: string | undefined
  /** If the response is a document whose forms have keys. */
  keyed?: KeyedDocument | undefined
  /** In development: whether the response is a document with a nonce. */
  hasNonce?: boolean | undefined
  /** Lets a server that closes wait for this work, although the response was sent or the client has disconnected. */
  holdOpen?(work: Promise<unknown>): void
  /** Takes the work of `after()`, so that a test can wait for it. */
  holdAfter?(work: Promise<unknown>): void
  /** Reports an error of `after()`. */
  reportAfter?(error: unknown): void
}

/** A document whose forms have keys. */
export interface KeyedDocument {
  /** Whether the app states its `Cache-Control`. */
  readonly isStated: boolean
  /** A `Set-Cookie` for a browser that has no secret yet, if the document has a form. */
  readonly cookie: string | undefined
  /** Whether a form was rendered. */
  hasForm: boolean
}

/** What a data request says besides its URL, and what its response has to say. */
export interface DataRequestParts {
  /** The routes that it names. */
  readonly ids: readonly string[]
  /** Those whose fields the client lacks. */
  readonly fields?: readonly string[] | undefined
  /** The page on show, if it is another one than that of the URL. */
  readonly at?: string | undefined
  /** The loaders whose data the client has. */
  readonly have?: string | undefined
  /** From a live page: the server's time up to which it knows everything, or an empty string for a reload. */
  readonly live?: string | undefined
  /** The tab of a live page. */
  readonly tab?: string | undefined
  /** Whether the response of a mutation may bring the next page. */
  readonly page?: true | undefined
  /** Whether the mutation has a key in `Idempotency-Key`. */
  readonly once?: boolean | undefined
  /** Whether the action was called. */
  hasStarted?: boolean
  /** As JSON: which of them have to run again after the action. */
  verdicts?: string
  /** How many of the written tags the response takes into account. Without it, the client runs every loader. */
  judged?: number
  /** Returns the page that follows the final response of the mutation, if the same response can bring it: OT-1, OT-2. */
  next?: ((response: Response) => Promise<NextPage | undefined>) | undefined
  /** Compresses the response. Set if there is a `next`, which would have to be added to a compressed body: OT-11. */
  compress?: (response: Response) => Response | Promise<Response>
}

/** The page that follows a mutation. */
export interface NextPage {
  /** Its path and query. */
  readonly path: string
  /** The absolute URL of its data request. */
  readonly dataUrl: string
  readonly sentBy: Identity['sentBy']
}
