/**
 * A server in a process of its own, for tests that send it signals. It responds to `/slow` after half a second, and never to
 * `/stuck`, and writes that it has received the request. `/upload` stores the file of a form in the folder `UPLOADS`, and
 * removes it again if the form fails.
 */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createRouter } from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { text } from '../../http/response/index.ts'
import { serve } from './index.ts'

if (process.argv.includes('--as-process-1')) {
  // What process 1 sees: signals to itself do nothing, and something else keeps it running.
  process.kill = () => true
  setInterval(() => {}, 1000)
}

const uploads = formData({
  async uploadHandler(file) {
    const path = join(process.env['UPLOADS']!, 'upload')
    file.onFailure(async () => {
      await pause(50)
      await rm(path)
    })
    await pipeline(file.stream(), createWriteStream(path))

    return path
  },
})

const router = createRouter()
router.get('/slow', () => {
  console.log('received')
  return pause(500, text('finished'))
})
router.get('/stuck', () => {
  console.log('received')
  return new Promise<Response>(() => {})
})
router.post('/upload', { middleware: [uploads], handler: () => text('stored') })

await serve(router, {
  port: 0,
  host: '127.0.0.1',
  handleSignals: !process.argv.includes('--no-signals'),
  ...(process.argv.includes('--short') && { graceTime: 100 }),
  ...(process.argv.includes('--health') && { health: '/health', drainDelay: 600_000 }),
})
