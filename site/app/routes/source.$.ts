// Copies of files: the Markdown of the pages, and what they link to.
import type { LoaderArgs } from 'framework'
import { listSources, readSource } from '../../content/content.ts'

export const prerender = async () => (await listSources()).map((name) => ({ '*': name }))

export async function loader({ params }: LoaderArgs<'/source/*'>) {
  const name = params['*']
  const body = await readSource(name)
  if (!body) throw new Response('There is no such file.', { status: 404 })

  return new Response(body, { headers: { 'Content-Type': typeOf(name) } })
}

function typeOf(name: string): string {
  if (name.endsWith('.svg')) return 'image/svg+xml'
  if (name.endsWith('.png')) return 'image/png'
  return name.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/plain; charset=utf-8'
}
