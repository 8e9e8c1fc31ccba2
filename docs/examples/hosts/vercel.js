import { waitUntil } from '@vercel/functions'
import app from '../build/server/index.js'

export default {
  /** @param {Request} request */
  fetch(request) {
    // Vercel overwrites this header, so no client can choose it.
    return app(request, { address: request.headers.get('x-real-ip') ?? '', waitUntil })
  },
}
