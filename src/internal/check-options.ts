import { invariant } from './invariant.ts'
import { showValue } from './show-value.ts'

/**
 * Refuses options that a function does not have: a misspelled option would otherwise be a setting that never applies.
 *
 * @param caller The function as it is written, such as `cors()`
 * @param options What it was given
 * @param known Every option that it has
 * @throws {TypeError} If `options` is not an object, or has another option
 */
export function checkOptions<Options extends object>(
  caller: string,
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
): void {
  invariant(
    typeof options === 'object' && options !== null,
    `${caller} takes an object with options, not ${showValue(options)}`,
  )
  for (const name of Object.keys(options)) {
    invariant(
      Object.hasOwn(known, name),
      `${caller} has no option ${showValue(name)}. Its options are ${Object.keys(known).join(', ')}.`,
    )
  }
}
