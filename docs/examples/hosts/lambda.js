import { handleLambdaEventWithStream } from 'srvx/aws-lambda'
import app from './build/server/index.js'

// Lambda defines the global `awslambda`.
export const handler = awslambda.streamifyResponse(async (event, stream, context) => {
  const { method, sourceIp } = event.requestContext.http
  // A `Request` cannot have a body with these methods.
  if (method === 'GET' || method === 'HEAD') delete event.body

  const work = []
  const host = { address: sourceIp, waitUntil: (promise) => work.push(promise) }
  await handleLambdaEventWithStream((request) => app(request, host), event, stream, context)
  // Lambda stops the process when this function ends. The client has its response already.
  await Promise.allSettled(work)
})
