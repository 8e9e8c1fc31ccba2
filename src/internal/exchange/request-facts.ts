import type { AnonymousRun } from './run.ts'

/** What the framework knows about a request besides its `Request`. A request and its copies share one object. */
export interface RequestFacts {
  /** The address of the client, if the server knows it. */
  clientAddress?: string | undefined
  /** Whether `clientAddress` may be the address of a proxy, so that many visitors share it. */
  readonly hasSharedAddress?: boolean
  /** Aborts when the server begins to close. */
  shutdown?: AbortSignal | undefined
  /** The first context that the request belongs to. */
  context?: object | undefined
  /** For a data request: what it says besides its URL. */
  readonly dataRequest?: DataRequest | undefined
  /** The query as the client has sent it, if the URL has lost a part of it: `_data` or `_wait`. */
  readonly sentQuery?: string | undefined
  /** The version of the build whose pages may handle the request. */
  readonly build?: string | undefined
  /** Whether the document is sent only when everything in it is there. */
  readonly waits?: boolean | undefined
  /** Finishes the response of an app with pages. A document only has it if its forms may have keys, or in development. */
  readonly finalStep?: FinalStep | undefined
  /** For a request that was sent from inside the process: the event of the request that sent it, and why. */
  sentBy?: { readonly id: number; readonly cause: 'cache' | 'prerender' | 'mutation' } | undefined
  /** Whether the test kit has sent the request. */
  isTest?: boolean | undefined
  /** For the test kit: how many writes this process knew when it loaded the live page. Times are not exact enough. */
  knownWrites?: number | undefined
  /** Notices what would make the response personal, if no visitor has sent the request. */
  readonly run?: AnonymousRun | undefined
  /** Edit the headers of the response that is sent for an error, the innermost first. */
  errorHeaders?: readonly ((headers: Headers) => void)[]
  /** The `Cache-Control` of a response that sets a cookie, if it was public and was sent as private instead. */
  replacedPolicy?: string | undefined
  /** Lets a server that closes wait for this work, although the response was sent or the client has disconnected. */
  holdOpen?(work: Promise<unknown>): void
  /** Takes the work of `after()`, so that a test can wait for it. */
  holdAfter?(work: Promise<unknown>): void
  /** Reports an error of `after()`. */
  reportAfter?(error: unknown): void
}

/** The facts for the code that creates them. All other code only reads them. */
export type NewRequestFacts = { -readonly [Name in keyof RequestFacts]: RequestFacts[Name] }

/** What a data request says besides its URL, in the parameter `_data`. */
export interface DataRequest {
  /** The routes that it names. */
  readonly ids: readonly string[]
  /** Those whose fields the client lacks. */
  readonly fields?: readonly string[] | undefined
  /** From a mutation: the page on show, if it is another one than that of the URL. */
  readonly at?: string | undefined
  /** From a mutation or a live page: the loaders whose data the client has. */
  readonly have?: string | undefined
  /** From a live page: the server's time up to which it knows everything, or an empty string for a reload. */
  readonly live?: string | undefined
  /** The tab of a live page. */
  readonly tab?: string | undefined
  /** From a form that navigates: whether the response may bring the next page. */
  readonly page?: true | undefined
  /** Whether the mutation has a key in `Idempotency-Key`. */
  readonly once?: boolean | undefined
}

/**
 * The step of `createHandler()` that finishes a response when all middleware has ended. Middleware may replace the response
 * of a page, so what this step has to know cannot travel with the response: the pages and `compression()` tell it here.
 */
export interface FinalStep {
  /** Tells it what an action came to. */
  followMutation(mutation: EndedMutation): void
  /**
   * Lets it compress the response of a mutation, because it may still add the next page to it (OT-11).
   *
   * @returns Whether it does. Otherwise the caller has to
   */
  compressLast(compress: (response: Response) => Response | Promise<Response>): boolean
  /** Tells it that the document is for one visitor. */
  keepPersonal(document: PersonalDocument): void
  /** Tells it that the document has a form with such a key. */
  renderKeyedForm(): void
  /** Tells it what a data response says about who is signed in (DR-18). */
  tellVisitor(visitor: string): void
  /** Tells it that the document has a nonce. */
  useNonce(): void
}

/** What is known when the action of a data request has ended. */
export interface EndedMutation {
  /** As JSON: which loaders of the page on show have to run again. */
  readonly verdicts: string | undefined
  /** Returns the page that follows the final response, if the same response can bring it (OT-1, OT-2). */
  readonly next: ((response: Response) => Promise<NextPage | undefined>) | undefined
}

/** A document for one visitor: its forms have keys for `once()`, or it says who is signed in. */
export interface PersonalDocument {
  /** Whether the app states its `Cache-Control`. */
  readonly isStated: boolean
  /** A `Set-Cookie` for a browser that has no secret yet, if the document has a form. */
  readonly cookie: string | undefined
}

/** The page that follows a mutation. */
export interface NextPage {
  /** Its path and query. */
  readonly path: string
  /** The absolute URL of its data request. */
  readonly dataUrl: string
  readonly sentBy: RequestFacts['sentBy']
}
