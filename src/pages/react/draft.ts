import type { DataRequest } from '../client-router/shared.ts'
import { nobody, unknownVisitor } from '../page-protocol/visitor-header.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { DataResponse } from '../page-protocol/wire.ts'

/** The values that a person typed before, and that filled a form. */
export interface Draft {
  /**
   * The typed values, by the name of the field. They include fields that the form no longer has, and fields of controlled
   * inputs.
   */
  readonly texts: ReadonlyMap<string, readonly string[]>
  /** Whether the form was sent, and the app may have accepted it: there was no response, or a 5xx. */
  readonly isSent: boolean
  /** The names of the fields whose stored value has changed on the page since. */
  readonly outdated: readonly string[]
  /** Ends the draft and resets the form. */
  discard(): void
}

/** The indexes of the rows of each list. */
export type Rows = Record<string, number[]>

/** A draft for `useFields()`, which renders its rows. */
export interface FilledDraft extends Draft {
  readonly rows: Rows | undefined
}

/** Saves, finds, fills and ends drafts. See DR in docs/behaviour.md. */
export interface Drafts {
  /**
   * Called with a form after each rendering. Fills the form if it is new.
   *
   * @param who Who was signed in when the form was first rendered, if that was before this code was loaded
   * @param page The page of its last rendering, if that was before this code was loaded
   */
  see(
    form: HTMLFormElement,
    about: string | undefined,
    hasAction: boolean,
    who?: string,
    page?: Snapshot,
  ): void
  /**
   * Called when the client router sends a form. Returns a function to call with the response, and with the visitor for whom
   * the action ran.
   */
  send(request: DataRequest): ((response: DataResponse, ranFor: string) => void) | undefined
  /**
   * Called when the browser sends the form that was submitted last. Ends its draft, because the result will not be known.
   */
  end(): void
  /** Called when someone else may be signed in. */
  turn(): void
  /** Called when a boundary shows an error. The forms that it removes may come back. */
  visit(): void
  /** Returns the draft that filled the form with this id. */
  draftOf(id: string): FilledDraft | undefined
}

/**
 * The part of drafts that every page of an app with `visitor` loads: it knows who is signed in, and loads the code of
 * drafts.
 */
export interface DraftKeeper {
  /** The name of the item with the drafts of the tab. Two apps of one site use different items. */
  readonly item: string
  /**
   * Returns the visitor that a response has named last, to this tab or another: a digest, `-` for a guest, or `?` if that is
   * not known.
   */
  visitor(): string
  drafts: Drafts | undefined
  /**
   * Whether the person may have typed into a form of the document before the code of drafts was there. What a browser has
   * restored is not typing.
   */
  isTyped(form: HTMLFormElement): boolean
  /** Keeps the text that is typed into a form. Called after each rendering. */
  keep(...form: Parameters<Drafts['see']>): void
  /**
   * Called when a data request is sent. Returns a function to call with its response, which returns the response to use. If
   * the data of the page is another visitor's, it makes the client router load a document.
   */
  hear(request: DataRequest): (response: DataResponse) => DataResponse | Promise<DataResponse>
}

/** The visitor after a mutation that may have signed them out: it is not known who is signed in now. */
export const leaving: string = unknownVisitor + nobody

/** Whether it is not known who is signed in. */
export function isUnknown(visitor: string): boolean {
  return visitor.startsWith(unknownVisitor)
}

/** The name of the item with the drafts of a tab. */
export function draftsItem(scope: string): string {
  return `fw:drafts${scope}`
}

/** The event for a draft that has begun or ended. */
export const DRAFT_EVENT = 'framework:draft'
