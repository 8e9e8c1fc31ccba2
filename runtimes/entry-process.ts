// Runs the tests in a process, then serves one request with the runtime's own server. Prints a report of both.
import { postEcho } from './post-echo.ts'
import { handler } from './serve-app.ts'
import { runAll } from './vitest-shim.ts'

declare const Bun: { serve(options: object): { port: number; stop(force: boolean): Promise<void> } }
declare const Deno: {
  serve(
    options: object,
    handler: (request: Request) => Promise<Response>,
  ): { addr: { port: number }; shutdown(): Promise<void> }
  exit(code: number): never
}

const report = await runAll()
const post = await postToServer()
console.log(`\n@@report ${JSON.stringify({ ...report, post })}`)
if ('process' in globalThis) process.exit(0)
else Deno.exit(0)

async function postToServer(): Promise<unknown> {
  if ('Bun' in globalThis) {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handler })
    return postEcho(server.port).finally(() => server.stop(true))
  }
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, handler)
  return postEcho(server.addr.port).finally(() => server.shutdown())
}
