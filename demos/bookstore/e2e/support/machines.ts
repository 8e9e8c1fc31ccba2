import { findFreePort } from '../../../../src/internal/fixtures/free-port.fixture.ts'
import { startNginx, type Nginx } from './nginx.ts'
import { startShop, stop, type Shop } from './shop.ts'

/** Several processes of one shop behind nginx. */
export interface Machines extends Pick<Nginx, 'url' | 'handled'> {
  /** Rejects if a process ends that was not killed. */
  readonly crashed: Promise<never>
  /** Kills a process without a warning, and starts it again. */
  restart(which: number): Promise<void>
  /** Kills all processes. Then nothing else writes to the shop's data. */
  kill(): Promise<void>
  /** Starts all processes again. */
  start(): Promise<void>
  close(): Promise<void>
}

export async function startMachines(count: number, env: Record<string, string>): Promise<Machines> {
  const ports = await Promise.all(Array.from({ length: count }, findFreePort))
  const crash = Promise.withResolvers<never>()
  crash.promise.catch(() => {}) // Only a test that waits for it fails.
  const open = async (port: number): Promise<Shop> => {
    const shop = await openAgain({ ...env, PORT: String(port) })
    shop.process.once('exit', (code) => {
      if (code)
        crash.reject(new Error(`A process of the shop ended:\n${shop.output().slice(-3000)}`))
    })
    return shop
  }
  const start = (): Promise<Shop[]> => Promise.all(ports.map(open))
  let shops = await start()
  const nginx = await startNginx(ports)

  return {
    ...nginx,
    crashed: crash.promise,
    async restart(which) {
      await stop(shops[which]!.process, 'SIGKILL')
      shops[which] = await open(ports[which]!)
    },
    async kill() {
      await Promise.all(shops.map(({ process }) => stop(process, 'SIGKILL')))
    },
    async start() {
      shops = await start()
    },
    async close() {
      await nginx.close()
      await Promise.all(shops.map(({ process }) => stop(process)))
    },
  }
}

/** Starts a shop. If its database is down, it ends, and is started again, as a supervisor would. */
async function openAgain(env: Record<string, string>): Promise<Shop> {
  for (;;) {
    try {
      return await startShop(env)
    } catch (error) {
      if (!/ECONNREFUSED|ECONNRESET|terminated|starting up|57P0\d/.test(String(error))) throw error
    }
  }
}
