import app from '../../build/server/index.js'

/**
 * @param {Request} request
 * @param {{ ip: string, waitUntil(work: Promise<unknown>): void }} context
 */
export default function handle(request, context) {
  return app(request, { address: context.ip, waitUntil: context.waitUntil.bind(context) })
}

export const config = { path: '/*', preferStatic: true }
