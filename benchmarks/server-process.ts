/** Tells the parent process the port of this one, and its CPU time when asked. It ends with the parent. */
export function tellPort(port: number): void {
  process.on('message', () => process.send!(process.cpuUsage()))
  process.on('disconnect', () => process.exit())
  process.send!(port)
}
