const key = 'framework:panel'

/** What the panel remembers (DP-10): `tab` and `isOpen` for this tab, the rest for all. The height is a share of the window. */
interface Settings {
  tab: string
  isOpen: boolean
  view: string
  height: number
  isHidden: boolean
}

const settings: Settings = {
  tab: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  isOpen: false,
  view: 'requests',
  height: 0.45,
  isHidden: false,
  ...read('localStorage'),
  ...read('sessionStorage'),
}

export function readSettings(): Readonly<Settings> {
  return settings
}

export function writeSettings(changed: Partial<Settings>): void {
  const { tab, isOpen, ...shared } = Object.assign(settings, changed)
  try {
    sessionStorage.setItem(key, JSON.stringify({ tab, isOpen }))
    localStorage.setItem(key, JSON.stringify(shared))
  } catch {
    // A page can forbid storage. Then nothing is remembered.
  }
}

function read(name: 'localStorage' | 'sessionStorage'): object {
  try {
    return JSON.parse(globalThis[name].getItem(key) ?? '{}') as object
  } catch {
    return {} // As above.
  }
}
