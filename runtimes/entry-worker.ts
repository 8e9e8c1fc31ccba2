// Serves the app in workerd. `/__test` runs the tests and returns their report.
import { handler } from './serve-app.ts'

export default {
  async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== '/__test') return handler(request)

    const { runAll } = await import('./vitest-shim.ts')
    return Response.json(await runAll())
  },
}
