import { invariant } from './invariant.ts'
import { showValue } from './show-value.ts'

/**
 * Refuses unknown options. Otherwise a misspelled option would silently do nothing.
 *
 * @param caller The function, such as `cors()`
 * @param options The options that it got
 * @param known All options that it has
 * @throws {TypeError} If `options` is not an object, or has another option
 */
export function checkOptions<Options extends object>(
  caller: string,
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
): void {
  invariant(
    typeof options === 'object' && options !== null,
    `${caller} takes an object of options, not ${showValue(options)}`,
  )
  for (const name of Object.keys(options)) {
    invariant(
      Object.hasOwn(known, name),
      `${caller} has no option ${showValue(name)}. Its options are ${Object.keys(known).join(', ')}.`,
    )
  }
}
