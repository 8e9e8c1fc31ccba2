// Serves the build of an app. Its arguments are its name, the folder of the app, and how far away the client is: the
// milliseconds of a round trip.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { createRouter, type FetchHandler } from 'framework/fetch-router'
import { serve } from 'framework/node'
import { staticFiles } from 'framework/static-middleware'
import { tellPort } from './server-process.ts'

const [name, folder = '', roundTrip = '0'] = process.argv.slice(2)
// The app reads it.
process.env['ONE_TRIP'] = name === 'two requests' ? 'off' : 'on'
const { default: app } = (await import(join(folder, 'build/server/index.js'))) as {
  default: FetchHandler
}
const router = createRouter({
  middleware: [staticFiles(join(folder, 'build/client'), { index: false })],
})
router.map('/*', ({ request }) => app(request))
console.log = () => {} // The server prints its address.
const { port } = await serve(router, { port: 0, host: '127.0.0.1' })

const far = createServer((client) => {
  const server = connect(port, '127.0.0.1')
  delay(client, server)
  delay(server, client)
})
far.listen(0, '127.0.0.1', () => tellPort((far.address() as AddressInfo).port))

/** Passes on what one side sends, half of a round trip later. */
function delay(from: Socket, to: Socket): void {
  const later = (run: () => void): void => void setTimeout(run, Number(roundTrip) / 2)
  from.on('data', (chunk) => later(() => to.writable && to.write(chunk)))
  from.on('close', () => later(() => to.destroy()))
  from.on('error', () => {})
}
