/** A server in a process of its own, for tests that send it signals. It answers `/slow` after half a second. */
import { serve } from './index.ts'

if (process.argv.includes('--as-process-1')) {
  // What process 1 sees: signals to itself do nothing, and something else keeps it running.
  process.kill = () => true
  setInterval(() => {}, 1000)
}

await serve(
  async (request) => {
    if (new URL(request.url).pathname === '/slow')
      await new Promise((resolve) => setTimeout(resolve, 500))
    if (new URL(request.url).pathname === '/stuck') await new Promise(() => {})

    return new Response('answered')
  },
  { port: 0, host: '127.0.0.1', handleSignals: !process.argv.includes('--no-signals') },
)
