import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Tells the parent process the port of this one, and its CPU time or memory when asked. It ends with the parent. */
export function tellPort(port: number): void {
  process.on('message', (question) =>
    process.send!(question === 'memory' ? readMemory() : process.cpuUsage()),
  )
  process.on('disconnect', () => process.exit())
  process.send!(port)
}

/** What is in use once everything that nobody needs is gone. */
function readMemory(): NodeJS.MemoryUsage {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()

  return process.memoryUsage()
}
