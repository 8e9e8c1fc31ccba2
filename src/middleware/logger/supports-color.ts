/** The part of `process` that decides about colors, on runtimes that have it. */
interface Terminal {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stdout?: { readonly isTTY?: boolean }
}

/**
 * Whether to color lines on standard output: on a terminal that is not dumb and not in continuous integration, unless
 * `NO_COLOR` or `FORCE_COLOR` decides.
 */
export function supportsColor(
  terminal: Terminal | undefined = (globalThis as { process?: Terminal }).process,
): boolean {
  try {
    const { env = {}, stdout } = terminal ?? {}
    if (env.NO_COLOR) return false
    if (env.FORCE_COLOR !== undefined) return isOn(env.FORCE_COLOR)
    if (env.CI !== undefined && isOn(env.CI)) return false
    return env.TERM !== 'dumb' && stdout?.isTTY === true
  } catch {
    return false // Deno throws if it may not read the environment.
  }
}

function isOn(value: string): boolean {
  return value !== '0' && value !== 'false'
}
