/** The functions of a listener of a {@link Bus}. */
export interface BusListener {
  /**
   * Called for every write. The writes of other processes can come in any order, and more than once.
   *
   * @param tags The tags of the data that was written
   * @param from The tab that wrote, if a tab did
   */
  write(tags: readonly string[], from?: string): void
  /** Called when writes of other processes may have been missed. */
  gap(): void
}

/** Tells every process of an app which tags were written. */
export interface Bus {
  /** Whether it reaches other processes. */
  readonly isShared: boolean
  /**
   * Announces a write. Listeners of this process are called before it returns.
   *
   * @param tags The tags of the data that was written
   * @param from The tab that wrote, if a tab did: at most 128 characters
   * @returns A promise that resolves when the server has taken the message, and rejects after 30 seconds. The message is
   *   still sent then, as soon as that is possible
   */
  publish(tags: readonly string[], from?: string): Promise<void>
  /** Calls a listener until the returned function is called. */
  subscribe(listener: BusListener): () => void
  /** Closes the connections that the bus has opened. */
  close(): Promise<void>
}
