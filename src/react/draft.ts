import type { DataRequest } from '../client-router/shared.ts'
import { nobody, unknownVisitor } from '../page-protocol/visitor-header.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { DataResponse } from '../page-protocol/wire.ts'

/** What a person typed before, and that a form was filled with. */
export interface Draft {
  /** What was typed, by the name of the field. It has all names, also those that the form has no field for, and those of controlled inputs. */
  readonly texts: ReadonlyMap<string, readonly string[]>
  /** Whether the form was sent, and the app may have accepted it: no response came back, or one of 500 or more. */
  readonly isSent: boolean
  /** The names of the fields that the page has another stored value for since. */
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
   * Sees a form after each rendering. It is filled when it is new.
   *
   * @param who Who was signed in when it was rendered first, if that was before this code was there
   * @param page The page of its last rendering, if that was before this code was there
   */
  see(
    form: HTMLFormElement,
    about: string | undefined,
    hasAction: boolean,
    who?: string,
    page?: Snapshot,
  ): void
  /** Hears that the client router sends a form. Returns a function for the response, and for whom its action ran. */
  send(request: DataRequest): ((response: DataResponse, ranFor: string) => void) | undefined
  /** Hears that the browser sends the form that was submitted last. Its draft ends, because its result is not known. */
  end(): void
  /** Hears that someone else may be signed in. */
  turn(): void
  /** Hears that a boundary shows an error, so that forms may be there again. */
  visit(): void
  /** Returns the draft that the form with this id was filled with. */
  draftOf(id: string): FilledDraft | undefined
}

/** What is always there in an app with `visitor`: it knows who is signed in, and loads the code of drafts. */
export interface DraftKeeper {
  /** The name of the item with the drafts of the tab. Two apps of one site have their own. */
  readonly item: string
  /** Returns who was told last, here or in another tab since: a digest, `-` for nobody, or `?` if that is not known. */
  visitor(): string
  drafts: Drafts | undefined
  /** Keeps what is typed into a form. Called after each rendering. */
  keep(...form: Parameters<Drafts['see']>): void
  /** Hears that a data request is sent, and returns a function for its response. */
  hear(request: DataRequest): (response: DataResponse) => void
}

/** What is told after a mutation for someone that may have signed them out: it is not known who is signed in now. */
export const leaving: string = unknownVisitor + nobody

/** Whether it is not known who is signed in. */
export function isUnknown(visitor: string): boolean {
  return visitor.startsWith(unknownVisitor)
}

/** The name of the item with the drafts of a tab. */
export function draftsItem(scope: string): string {
  return `fw:drafts${scope}`
}

/** The event that tells that the draft of a form began or ended. */
export const DRAFT_EVENT = 'framework:draft'
