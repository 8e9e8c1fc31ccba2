import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server of this machine on which a command can get stuck. */
export interface StallingProxy {
  readonly port: number
  /** Holds back what is sent from the next command with this name on. */
  stallAt(command: string): void
  /** Resolves when something is held back. */
  stalled(): Promise<void>
  /** Sends everything that was held back. */
  release(): void
  close(): Promise<void>
}

export async function startStallingProxy(target: number): Promise<StallingProxy> {
  const sockets = new Set<Socket>()
  let command: string | undefined
  let held: (() => void)[] | undefined
  let onStalled = Promise.withResolvers<void>()

  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    upstream.pipe(client)
    client.on('end', () => upstream.end())
    client.on('data', (bytes: Buffer) => {
      const words = bytes.toString('latin1').toUpperCase() // Clients write commands in either case.
      if (command !== undefined && words.includes(`\r\n${command}\r\n`)) {
        held ??= []
        onStalled.resolve()
      }
      const send = (): void => void upstream.write(bytes)
      if (held) held.push(send)
      else send()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,

    stallAt(name) {
      command = name
      onStalled = Promise.withResolvers<void>()
    },

    stalled: () => onStalled.promise,

    release() {
      command = undefined
      for (const send of held ?? []) send()
      held = undefined
    },

    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
