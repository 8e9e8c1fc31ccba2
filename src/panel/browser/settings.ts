const key = 'framework:panel'

/** What the panel remembers: DP-10. */
interface Settings {
  /** Of this tab. */
  tab: string
  isOpen: boolean
  /** Of all tabs. The height is a share of the window. */
  view: string
  height: number
  isHidden: boolean
}

const defaults: Settings = {
  tab: '',
  isOpen: false,
  view: 'requests',
  height: 0.45,
  isHidden: false,
}
let current: Settings | undefined

export function readSettings(): Settings {
  current ??= {
    ...defaults,
    tab: crypto.getRandomValues(new Uint32Array(2)).join('-'),
    ...read('localStorage'),
    ...read('sessionStorage'),
  }
  return current
}

export function writeSettings(changed: Partial<Settings>): void {
  const { tab, isOpen, ...shared } = Object.assign(readSettings(), changed)
  write('sessionStorage', { tab, isOpen })
  write('localStorage', shared)
}

// A page can forbid storage. Then nothing is remembered.
function read(name: 'localStorage' | 'sessionStorage'): Partial<Settings> {
  try {
    return JSON.parse(globalThis[name].getItem(key) ?? '{}') as Partial<Settings>
  } catch {
    return {}
  }
}

function write(name: 'localStorage' | 'sessionStorage', settings: Partial<Settings>): void {
  try {
    globalThis[name].setItem(key, JSON.stringify(settings))
  } catch {
    // As above.
  }
}
