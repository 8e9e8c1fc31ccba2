import { app, MAX_BODY_SIZE } from './app.ts'

declare const Bun: {
  serve(options: {
    port: number
    hostname: string
    maxRequestBodySize: number
    fetch: (request: Request) => Promise<Response>
  }): { port: number }
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  maxRequestBodySize: MAX_BODY_SIZE,
  fetch: app,
})
console.log(`port ${server.port}`)
