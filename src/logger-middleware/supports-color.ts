/** What decides about colours: a process, on runtimes that have one. */
interface Terminal {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stdout?: { readonly isTTY?: boolean }
}

/**
 * Whether lines on standard output should have colours: on a terminal that is not dumb, outside of continuous integration,
 * unless `NO_COLOR` or `FORCE_COLOR` decides.
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
    return false // Deno throws where it may not read the environment
  }
}

function isOn(value: string): boolean {
  return value !== '0' && value !== 'false'
}
