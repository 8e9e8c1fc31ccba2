/** Keeps a promise from ending the process if it rejects: other code handles the error, or it does not matter. */
export function ignoreRejection(promise: Promise<unknown>): void {
  promise.catch(doNothing)
}

function doNothing(): void {}
