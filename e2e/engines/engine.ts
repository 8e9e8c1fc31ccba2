/** A browser of one kind. */
export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  /** Opens an empty tab. The caller closes it. */
  open(options: TabOptions): Promise<Tab>
  close(): Promise<void>
}

/** How a tab is opened. */
export interface TabOptions {
  /** Whether documents run their scripts. {@link Tab.evaluate} works either way. */
  javaScript: boolean
}

/** The features that the three drivers have in common. `visitor.ts` builds everything else on them. */
export interface Tab {
  /** Loads a document and waits until it is parsed, not until everything in it has arrived. */
  goto(url: string): Promise<void>
  /** Runs a function in the page. Arguments and result are JSON. A promise is not awaited. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>
  /** Moves the pointer to a position in the window. */
  moveTo(x: number, y: number): Promise<void>
  /** Clicks at a position in the window. */
  clickAt(x: number, y: number, held?: 'Control'): Promise<void>
  press(key: Key): Promise<void>
  /** Chooses files for the first input that the CSS selector finds. */
  upload(selector: string, paths: readonly string[]): Promise<void>
  /** Returns the URLs of the tabs that this one has opened. */
  openedTabs(): Promise<string[]>
  /** The errors of the page, if the driver reports them. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** A key, by its name in WebDriver's table and in both libraries, or its character. */
export type Key = 'Enter' | 'Tab' | 'Escape' | 'Alt+Shift+D' | 'e' | '1'
