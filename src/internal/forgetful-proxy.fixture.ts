import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server that can forget its connections, as a firewall does: nothing arrives, and nothing is closed. */
export interface ForgetfulProxy {
  readonly port: number
  /** Swallows everything on the connections that are open. New ones work. */
  forget(): void
  close(): Promise<void>
}

export async function startForgetfulProxy(target: number): Promise<ForgetfulProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,

    forget() {
      for (const socket of sockets) socket.unpipe().pause()
    },

    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
