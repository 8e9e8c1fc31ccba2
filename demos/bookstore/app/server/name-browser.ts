const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const
const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'Mac' }

/** Returns a name for a `User-Agent` that its owner knows, such as `Firefox on Linux`. It is a hint: browsers can lie. */
export function nameBrowser(agent: string): string {
  const find = (words: readonly string[]) => words.find((word) => agent.includes(word))
  const browser = find(browsers)
  const system = find(systems)
  if (browser === undefined) return 'An unknown program'

  return `${names[browser] ?? browser}${system ? ` on ${names[system] ?? system}` : ''}`
}
