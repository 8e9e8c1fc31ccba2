// The application that each runtime serves through its own entry point.
import { createFetchHandler, createRouter } from '../src/router/fetch-router/index.ts'

const router = createRouter()
router.post('/echo/:name', async (context) =>
  Response.json({
    name: context.params.name,
    query: context.url.searchParams.get('q'),
    type: context.headers.get('Content-Type'),
    body: await context.json(),
  }),
)

/** The handler that each runtime serves. */
export const handler: (request: Request) => Promise<Response> = createFetchHandler(router)
