/** A server in a process of its own, with a stream at `/` and its state at `/state`. It needs `--expose-gc`. */
import { createRouter } from '../../router/fetch-router/index.ts'
import { serve } from '../node/index.ts'
import { eventStream } from './index.ts'

let open = 0
const router = createRouter()

router.get('/', (context) =>
  eventStream(context, async function* ({ signal }) {
    open++
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    open--
    yield { data: 'too late' }
  }),
)
router.get('/state', async () => {
  globalThis.gc!()
  await new Promise(setImmediate)
  globalThis.gc!()
  return Response.json({ open, heap: process.memoryUsage().heapUsed })
})

await serve(router, { port: 0, host: '127.0.0.1', graceTime: 600_000 })
