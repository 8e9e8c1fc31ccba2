import type { Middleware } from 'framework/fetch-router'

export { ErrorBoundary } from './drafts.$name.tsx'

export const meta = { title: 'The vault' }

export const middleware: Middleware[] = [() => new Response('No entry', { status: 403 })]

export default function Vault() {
  return <h1>The vault</h1>
}
