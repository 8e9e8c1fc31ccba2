import type { AnonymousRun } from './run.ts'

/** The facts about a request that its `Request` does not have. A request and its copies share one object. */
export interface RequestFacts {
  /** The address of the client, if the server knows it. */
  clientAddress?: string | undefined
  /** Whether `clientAddress` may be the address of a proxy, so that many visitors share it. */
  readonly hasSharedAddress?: boolean
  /** Aborts when the server begins to close. */
  shutdown?: AbortSignal | undefined
  /** The first context that the request belongs to. */
  context?: object | undefined
  /** The part of a data request that is not in its URL any more. Only for data requests. */
  readonly dataRequest?: DataRequest | undefined
  /** The query as the client has sent it, if the URL has lost a part of it: `_data` or `_wait`. */
  readonly sentQuery?: string | undefined
  /** The version of the build whose pages may handle the request. */
  readonly build?: string | undefined
  /** Whether the document is sent only when all of its data is there. */
  readonly waits?: boolean | undefined
  /** The step that finishes the response of an app with pages. */
  readonly finalStep?: FinalStep | undefined
  /** The event that sent this request, and its cause. Only for a request from inside the process. */
  sentBy?: { readonly id: number; readonly cause: 'cache' | 'prerender' | 'mutation' } | undefined
  /** Whether the test kit has sent the request. */
  isTest?: boolean | undefined
  /** For the test kit: how many writes this process knew when it loaded the live page. Times would not be exact enough. */
  knownWrites?: number | undefined
  /** The run that notices personal data, if no visitor has sent the request. */
  readonly run?: AnonymousRun | undefined
  /** Edit the headers of the response that is sent for an error, the innermost first. */
  errorHeaders?: readonly ((headers: Headers) => void)[]
  /**
   * What code has read about the visitor, such as `read the Cookie header`. The response then never goes out as public.
   * Only for a request of a visitor.
   */
  personal?: string | undefined
  /** The `Cache-Control` of a response for one visitor, if it was public and was sent as private instead. */
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

/** The content of a data request's parameter `_data`. */
export interface DataRequest {
  /** The routes that it names. */
  readonly ids: readonly string[]
  /** The routes whose fields the client lacks. */
  readonly fields?: readonly string[] | undefined
  /** From a mutation: the page on show, if it is another page than the URL's. */
  readonly at?: string | undefined
  /** From a mutation or a live page: the loaders whose data the client has. */
  readonly have?: string | undefined
  /** From a live page: the server's time up to which the page knows all writes, or an empty string for a reload. */
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
 * of a page, so facts for this step cannot travel with the response. The pages and `compression()` tell them here.
 *
 * It has methods and no fields, so that no code can use the step to leave something for other code: only the step reads what
 * it was told.
 */
export interface FinalStep {
  /** Tells the step the result of an action. */
  followMutation(mutation: EndedMutation): void
  /**
   * Asks the step to compress the response of a mutation, because the step may still add the next page to it (OT-11).
   *
   * @returns Whether the step compresses. If not, the caller has to
   */
  compressLast(compress: (response: Response) => Response | Promise<Response>): boolean
  /** Tells the step that the document is for one visitor. */
  keepPersonal(document: PersonalDocument): void
  /** Tells the step that the document has a form with a key. */
  renderKeyedForm(): void
  /** Tells the step who is signed in, for the header of a data response (DR-18). */
  tellVisitor(visitor: string): void
  /** Tells the step that the document has a nonce. */
  useNonce(): void
  /** Tells the step that the response is one that the build has stored, the same for every visitor. */
  sendStored(): void
}

/** The facts about a data request whose action has ended. */
export interface EndedMutation {
  /** Which loaders of the page on show have to run again, as JSON. */
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
