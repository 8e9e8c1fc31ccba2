// The top of the start page.
import { loadHighlighter } from './highlight.ts'
import { withBasename } from './links.ts'

const example = `import { Form, redirect, useLoaderData } from 'framework'
import { addGuest, listGuests } from '../guests.server.ts'

// Runs on the server for GET.
export function loader() {
  return { guests: listGuests() }
}

// Runs on the server for POST.
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  addGuest(String(form.get('name')))
  return redirect('/')
}

// Runs on the server first, then in the browser.
export default function Guests() {
  const { guests } = useLoaderData<typeof loader>()
  return (
    <Form method="post">
      <p>{guests.join(', ')}</p>
      <input name="name" aria-label="Your name" />
      <button>Sign</button>
    </Form>
  )
}`

const features = [
  [
    'Typed from the URL to the page',
    'Patterns, params, forms and links are declared once. The compiler knows them everywhere, without generated files.',
    '/routing',
  ],
  [
    'Works before JavaScript does',
    'Links are links and forms are forms. The browser then fetches data instead of documents.',
    '/forms',
  ],
  [
    'Safe by default',
    'Cross-site requests are refused, cookies are signed, and a Content-Security-Policy is one line.',
    '/security',
  ],
  [
    'Only the web platform',
    'A Request in, a Response out, on Node, Bun, Deno and Workers. Use the router alone, or with React.',
    '/deployment',
  ],
] as const

export async function createHero(): Promise<string> {
  const highlight = await loadHighlighter(['tsx'])
  const cards = features.map(
    ([title, text, url]) =>
      `<li><h2><a href="${withBasename(url)}">${title}</a></h2><p>${text}</p></li>`,
  )

  return `<div class="hero"><div><h1>A typed router for requests, and React pages on top of it</h1>
<p class="lead">One package. Start with a function from <code>Request</code> to <code>Response</code>, and add pages, forms, sessions and tests when you need them.</p>
<p class="buttons"><a class="button" href="${withBasename('/start')}">Get started</a> <a class="button quiet" href="${withBasename('/tutorial')}">Follow the tutorial</a></p></div>
<figure class="code"><figcaption>app/routes/_index.tsx</figcaption><pre tabindex="0"><code>${highlight(example, 'tsx')}</code></pre></figure></div>
<ul class="features">${cards.join('')}</ul>
<h2 id="documentation">Documentation</h2>
`
}
