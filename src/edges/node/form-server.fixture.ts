import { createRouter } from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { serve } from './index.ts'

// Prints its URL, and responds to a form with the size of its field or file.
const router = createRouter()

router.get('/', () => new Response('up'))
router.post('/request', async ({ request }) => sizeOf(await request.formData()))
router.post('/middleware', {
  middleware: [formData({ maxFileSize: Infinity, maxTotalSize: Infinity })],
  handler: ({ formData }) => sizeOf(formData),
})

function sizeOf(form: FormData): Response {
  const value = form.get('f')!

  return new Response(String(typeof value === 'string' ? value.length : value.size))
}

await serve(router, { port: 0 })
