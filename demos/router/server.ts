import { serve } from 'framework/node'
import { createApp } from './app.ts'

await serve(createApp(), { port: Number(process.env['PORT'] ?? 3000) })
