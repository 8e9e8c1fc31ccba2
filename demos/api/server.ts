import { randomUUID } from 'node:crypto'
import { serve } from 'framework/node'
import { createApp } from './app.ts'
import { routes } from './routes.ts'

const token = process.env['API_TOKEN'] || randomUUID()
const server = await serve(createApp({ token }), {
  port: Number(process.env['PORT'] ?? 3000),
  maxBodySize: 100_000,
})

console.log(`Try: curl ${new URL(routes.books.index.href(), server.url)}`)
if (!process.env['API_TOKEN']) console.log(`To write: -H 'Authorization: Bearer ${token}'`)
