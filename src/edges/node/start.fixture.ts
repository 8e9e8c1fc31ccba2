/**
 * A server with `start` in a process of its own, for tests that send it signals. It writes the events of its life. The word
 * after the file says what `start` does.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { after, createRouter } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { serve, type ServeOptions } from './index.ts'

const say = (line: string): void => console.log(`- ${line}`)

const kinds: Record<string, NonNullable<ServeOptions['start']>> = {
  async job({ repeat, closed, signal }) {
    say('start')
    signal.addEventListener('abort', () => say('told'))
    await repeat(1, async () => {
      say('job begins')
      await pause(200)
      say('job ends')
    })
    await closed
    say('closed')
  },
  async hangs() {
    say('start')
    await new Promise(() => {})
  },
  async fails() {
    say('start')
    await pause(20)
    throw new Error('the queue is gone')
  },
  throws() {
    say('start')
    throw new Error('no queue')
  },
}

const router = createRouter()
router.get('/slow', (context) => {
  say('request')
  after(context, async () => {
    await pause(200)
    say('after')
  })
  return pause(200, text('finished'))
})
router.get('/stuck', () => {
  say('request')
  return new Promise<Response>(() => {})
})

// Such as a connection to a database, which keeps the process alive.
setInterval(() => {}, 60_000)

const [, , kind = 'job', graceTime = '10000'] = process.argv
const start = kinds[kind]!
await serve(router, { port: 0, host: '127.0.0.1', graceTime: Number(graceTime), start })
