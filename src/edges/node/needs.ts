import { startTimer, within } from '../../internal/process/promises.ts'

/**
 * Whether the app has what it needs to work, such as its database.
 *
 * The check of the app runs when health checks ask, at most once a second. One failure does not count yet: a database that
 * restarts would take all processes out of rotation. But a process whose check has never succeeded is not well, so that a
 * deploy with a wrong address stops.
 */
export class Needs {
  readonly #check: () => unknown
  readonly #failAfter: number
  #hasSucceeded = false
  #failingSince: number | undefined
  #running: Promise<void> | undefined

  /**
   * @param check Throws, or returns `false`, if the app cannot work. It may be async
   * @param failAfter For how long it must fail before the app is not well, in milliseconds
   */
  constructor(check: () => unknown, failAfter: number) {
    this.#check = check
    this.#failAfter = failAfter
  }

  /** Never waits for the check, except before it has succeeded for the first time. */
  async areMet(): Promise<boolean> {
    this.#running ??= this.#run()
    if (!this.#hasSucceeded) await this.#running

    return this.#hasSucceeded && this.#failingTime() < this.#failAfter
  }

  #failingTime(): number {
    return this.#failingSince === undefined ? -1 : performance.now() - this.#failingSince
  }

  async #run(): Promise<void> {
    try {
      const result = await within(Promise.resolve(this.#check()), CHECK_TIMEOUT, () => {
        throw new Error(`It took longer than ${CHECK_TIMEOUT} ms.`)
      })
      if (result === false) throw new Error('It returned false.')
      this.#succeed()
    } catch (error) {
      this.#fail(error)
    }
    startTimer(() => (this.#running = undefined), PAUSE)
  }

  #succeed(): void {
    this.#hasSucceeded = true
    if (this.#failingSince === undefined) return

    console.warn('The health check of the app succeeds again.')
    this.#failingSince = undefined
  }

  #fail(error: unknown): void {
    if (this.#failingSince !== undefined) return

    const when = this.#hasSucceeded
      ? `If it still fails in ${this.#failAfter} ms, health`
      : 'Health'
    console.error(`The health check of the app fails. ${when} responds with 503.`, error)
    this.#failingSince = performance.now()
  }
}

/** How long a check may take, in milliseconds. Without a limit, a connection that has died in silence would never fail. */
const CHECK_TIMEOUT = 5_000

/** Milliseconds between two checks. Anyone can ask for health, so a request must not always reach a database. */
const PAUSE = 1_000
