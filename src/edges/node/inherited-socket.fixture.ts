/** A server on the socket that its parent opened, for the test of restarts. */
import { serve } from './index.ts'

await serve(() => new Response('served'), { fd: 3 })
