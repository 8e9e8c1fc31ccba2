/** The server of the soak, in a separate process. `/stats` returns its state. */
import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { createRouter } from '../src/router/fetch-router/index.ts'
import { json, text } from '../src/http/response/index.ts'
import { post } from '../src/router/routes/index.ts'
import { serve } from '../src/edges/node/index.ts'

/** The resources of the process, after a garbage collection. */
export interface Stats {
  /** Timers, sockets and everything else that keeps the process alive. */
  readonly handles: number
  /** Open file descriptors. 0 if the platform does not report them. */
  readonly descriptors: number
  readonly heap: number
  /** Streams and handlers that have started but not ended. */
  readonly running: number
  /** Calls of `onError`. A client that disconnects must not cause one. */
  readonly errors: number
}

let running = 0
let errors = 0

const router = createRouter()
router.get('/text', () => text('hello'))
router.get('/native', () => new Response('hello'))
router.post('/echo', async (context) => json(await context.json()))
router.get('/large', () => new Response(new Uint8Array(1_000_000)))
router.get('/large-text', () => text('x'.repeat(300_000)))
router.post('/upload', async ({ request }) => {
  let size = 0
  running++
  try {
    for await (const chunk of request.body!) size += chunk.byteLength
  } finally {
    running--
  }
  return json({ size })
})
router.post('/mirror', ({ request }) => new Response(request.body))
router.post('/ignore', () => text('ignored', 401))
router.get('/stream', () => {
  running++
  let left = 40
  return new Response(
    new ReadableStream({
      async pull(controller) {
        await pause(2)
        if (left-- > 0) return controller.enqueue(new Uint8Array(2_000))
        running--
        controller.close()
      },
      cancel() {
        running--
      },
    }),
  )
})
router.get('/wait', async ({ request }) => {
  running++
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 30)
    request.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  running--
  return text('waited')
})
router.get('/sleep', async () => {
  await pause(10)
  return text('slept')
})
const Upload = z.object({
  title: z.string().refine(async () => {
    running++
    await pause(5)
    running--
    return true
  }),
  file: z.file(),
})
router.map(post('/form', { body: Upload }), ({ input }) => text(String(input.body.file.size)))
router.get('/stats', () => json(readStats()))

function readStats(): Stats {
  ;(globalThis as { gc?: () => void }).gc?.()

  return {
    handles: process.getActiveResourcesInfo().length,
    descriptors: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
    heap: process.memoryUsage().heapUsed,
    running,
    errors,
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

const { port } = await serve(router, {
  port: 0,
  host: '0.0.0.0',
  quiet: true,
  onError(error) {
    errors++
    console.error(error)
  },
})
console.log(`port ${port}`)
