import { logger } from 'framework/logger-middleware'
import { serve } from 'framework/node'
import { createApp } from './router.ts'

await serve(createApp([logger()]), { port: Number(process.env['PORT'] ?? 3000) })
