import type { LiveWindow } from './seams.ts'

/**
 * Takes one of a few locks that the tabs of a browser share (LV-15). Pages load this file over HTTP/1.1 only.
 *
 * @returns A function that releases the lock, or `undefined` if all locks are taken
 */
export async function takeTurn({
  navigator: { locks },
}: LiveWindow): Promise<(() => void) | undefined> {
  for (let lock = locks ? 4 : 0; lock > 0; lock--) {
    const release = await new Promise<(() => void) | void>((resolve) => {
      // The browser keeps the lock until the inner promise resolves, so the function that resolves it releases the lock.
      locks!
        .request(
          `framework:live:${lock}`,
          { ifAvailable: true },
          (taken) => taken && new Promise<void>(resolve),
        )
        .then(
          () => resolve(),
          () => resolve(),
        )
    })
    if (release) return release
  }
  return undefined
}
