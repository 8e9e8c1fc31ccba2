import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Sends the port to the parent process, and the CPU time or the memory on request. Exits with the parent. */
export function tellPort(port: number): void {
  process.on('message', (question) =>
    process.send!(question === 'memory' ? readMemory() : process.cpuUsage()),
  )
  process.on('disconnect', () => process.exit())
  process.send!(port)
}

/** Returns the memory use after a garbage collection. */
function readMemory(): NodeJS.MemoryUsage {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()

  return process.memoryUsage()
}
