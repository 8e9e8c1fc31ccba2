/** Where live pages run, and how old they may become. */
export interface LiveOptions {
  /** @default globalThis */
  window?: LiveWindow
  /** Milliseconds after which a live page reloads, whatever it has heard. @default 120_000, which varies by 20 % */
  maxAge?: number
}

/** The part of a browser's `window` that live pages use. */
export interface LiveWindow {
  readonly document: { readonly visibilityState: string }
  readonly navigator: { readonly locks?: Pick<LockManager, 'request'> | undefined }
  readonly performance: { getEntriesByType(type: 'navigation'): object[] }
  readonly EventSource: new (url: string) => LiveSource
  addEventListener(type: string, listener: (event: { readonly type: string }) => void): void
  setTimeout(run: () => void, delay: number): unknown
  clearTimeout(timer: unknown): void
}

/** The part of an `EventSource` that live pages use. */
export type LiveSource = Pick<EventSource, 'close' | 'onerror' | 'onmessage' | 'readyState'>
