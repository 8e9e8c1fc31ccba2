import { browserPatience } from '../../src/internal/fixtures/patience.fixture.ts'

/** A session of WebDriver BiDi: https://w3c.github.io/webdriver-bidi/ */
export interface BiDi {
  /** Sends a command and returns its result. */
  send(method: string, params?: object): Promise<any>
  /** Listens to an event. Returns a function that stops it. */
  on(event: 'log.entryAdded', listener: (params: any) => void): () => void
}

const closed = 'Firefox closed the connection.'

/** Opens a session with the browser that listens at this address. */
export async function connectBiDi(address: string): Promise<BiDi> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`Cannot connect to ${address}`))
  })
  const waiting = new Map<number, PromiseWithResolvers<any>>()
  const listeners = new Map<string, Set<(params: any) => void>>()
  let last = 0

  socket.onmessage = ({ data }) => {
    const { id, type, method, params, result, error, message } = JSON.parse(String(data))
    if (type === 'event') {
      for (const listener of listeners.get(method) ?? []) listener(params)
      return
    }
    const reply = waiting.get(id)
    waiting.delete(id)
    if (type === 'success') reply?.resolve(result)
    else reply?.reject(new Error(`${error}: ${message}`))
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error(closed))
  }

  const bidi: BiDi = {
    async send(method, params = {}) {
      if (socket.readyState !== WebSocket.OPEN) throw new Error(closed)
      const id = ++last
      const reply = Promise.withResolvers<any>()
      waiting.set(id, reply)
      const timer = setTimeout(() => {
        reply.reject(new Error(`Firefox did not respond to ${method} ${JSON.stringify(params)}`))
      }, browserPatience)
      socket.send(JSON.stringify({ id, method, params }))
      try {
        return await reply.promise
      } finally {
        clearTimeout(timer)
      }
    },
    on(event, listener) {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(listener))
      return () => all.delete(listener)
    },
  }
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })

  return bidi
}
