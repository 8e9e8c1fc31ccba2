import type { LoaderLine, TabMessage } from './records.ts'

/** A longer message is dropped, in characters of JSON. */
const maxMessage = 16 * 1024

/** Checks what a tab sent. Returns `undefined` for what does not fit: any page can send anything. */
export function readMessage(message: unknown): TabMessage | undefined {
  if (!isObject(message) || JSON.stringify(message).length > maxMessage) return undefined
  const { type } = message
  switch (type) {
    case 'hello':
    case 'close':
    case 'clear':
    case 'routes':
      return { type }
    case 'open': {
      const { version, mark } = message
      if (typeof version !== 'number' || typeof mark !== 'string') return undefined
      return { type, version, mark }
    }
    case 'explain': {
      const { method, path } = message
      if (typeof method !== 'string' || typeof path !== 'string') return undefined
      return { type, method, path }
    }
    case 'error': {
      const { message: text, stack, routeId } = message
      if (typeof text !== 'string' || typeof stack !== 'string') return undefined
      return { type, message: text, stack, ...optional({ routeId }) }
    }
    case 'load':
      return readLoad(message['load'])
    default:
      return undefined
  }
}

function readLoad(load: unknown): TabMessage | undefined {
  if (!isObject(load) || !Array.isArray(load['loaders'])) return undefined
  const { tab, path, routeId, cause, request, mutation } = load
  const texts = { tab, path, routeId, cause }
  const loaders = load['loaders'].flatMap((line): LoaderLine[] => {
    if (!isObject(line) || typeof line['id'] !== 'string' || typeof line['reason'] !== 'string')
      return []
    return [
      {
        id: line['id'],
        run: line['run'] === true,
        reason: line['reason'],
        ...optional({ tag: line['tag'] }),
      },
    ]
  })
  return isTexts(texts)
    ? { type: 'load', load: { ...texts, loaders, ...optional({ request, mutation }) } }
    : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isTexts<Name extends string>(given: Record<Name, unknown>): given is Record<Name, string> {
  return Object.values(given).every((value) => typeof value === 'string')
}

/** The members that are strings. */
function optional<Name extends string>(
  given: Record<Name, unknown>,
): Partial<Record<Name, string>> {
  const strings = Object.entries(given).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(strings) as Partial<Record<Name, string>>
}
