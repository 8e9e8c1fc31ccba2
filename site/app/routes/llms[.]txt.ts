import { readLlms } from '../../content/llms.ts'

export function loader() {
  return new Response(readLlms('llms.txt'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
