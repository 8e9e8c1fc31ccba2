// A small site that only uses the router: route maps, params, forms, resources, the guard.
import { cop } from 'framework/cop-middleware'
import { createRouter, type Router } from 'framework/fetch-router'
import { formData } from 'framework/form-data-middleware'
import { html } from 'framework/html-template'
import { methodOverride } from 'framework/method-override-middleware'
import { redirect } from 'framework/response'
import { page, stylesheet } from './pages.ts'
import { routes } from './routes.ts'

interface Note {
  readonly id: number
  readonly text: string
}

/** Creates the site. Entries of visitors are kept in memory. */
export function createApp(): Router {
  const entries: string[] = []
  const notes = new Map<number, Note>([[1, { id: 1, text: 'Read the README' }]])
  let nextId = 2

  const router = createRouter({
    middleware: [cop(), formData(), methodOverride()],
    defaultHandler: ({ url }) =>
      page('Not found', html`<p>There is nothing at <code>${url.pathname}</code>.</p>`, 404),
  })

  router.get(
    '/style.css',
    () => new Response(stylesheet, { headers: { 'Content-Type': 'text/css' } }),
  )

  router.map(routes.home, () =>
    page(
      'One router, five ideas',
      html`<p>
          Every link on this site is made by the route map in <code>demos/router/routes.ts</code>.
        </p>
        <ul>
          <li>
            <a href="${routes.hello.href({ name: 'Grace Hopper' })}">A param</a> with a space in it
          </li>
          <li>
            <a href="${routes.guestbook.index.href()}">A form</a> that is shown by GET and sent by
            POST
          </li>
          <li>
            <a href="${routes.notes.index.href()}">Resources</a>: a list, an item, create and delete
          </li>
          <li><a href="${routes.guard.href()}">The guard</a> against requests from other sites</li>
          <li><a href="/nowhere">A page that is not there</a></li>
        </ul>`,
    ),
  )

  router.map(routes.hello, ({ params }) =>
    page(
      `Hello, ${params.name}`,
      html`<p><code>params.name</code> is <code>${params.name}</code>.</p>`,
    ),
  )

  const guestbookPage = (error?: string) =>
    page(
      'Guestbook',
      html`${error && html`<p class="error" role="alert">${error}</p>`}
        <form method="post" action="${routes.guestbook.action.href()}">
          <input name="entry" aria-label="Your entry" required maxlength="200" />
          <button>Sign</button>
        </form>
        <ul>
          ${entries.map((entry) => html`<li>${entry}</li>`)}
        </ul>`,
      error ? 422 : 200,
    )

  router.map(routes.guestbook, {
    actions: {
      index: () => guestbookPage(),
      action({ formData }) {
        const entry = String(formData.get('entry') ?? '').trim()
        if (entry === '') return guestbookPage('An entry needs some text.')
        entries.unshift(entry.slice(0, 200))
        return redirect(routes.guestbook.index.href(), 303)
      },
    },
  })

  const notesPage = (error?: string) =>
    page(
      'Notes',
      html`${error && html`<p class="error" role="alert">${error}</p>`}
        <form method="post" action="${routes.notes.create.href()}">
          <input name="text" aria-label="Text of the note" required maxlength="200" />
          <button>Add</button>
        </form>
        <ul>
          ${[...notes.values()].map(
            ({ id, text }) =>
              html`<li><a href="${routes.notes.show.href({ id })}">${text}</a></li>`,
          )}
        </ul>`,
      error ? 422 : 200,
    )

  router.map(routes.notes, {
    actions: {
      index: () => notesPage(),
      show({ params }) {
        const note = notes.get(Number(params.id))
        if (!note) return page('Not found', html`<p>Note ${params.id} is gone.</p>`, 404)
        return page(
          note.text,
          html`<form method="post" action="${routes.notes.destroy.href({ id: note.id })}">
            <input type="hidden" name="_method" value="DELETE" />
            <button>Delete this note</button>
          </form>`,
        )
      },
      create({ formData }) {
        const text = String(formData.get('text') ?? '').trim()
        if (text === '') return notesPage('A note needs some text.')
        const note = { id: nextId++, text: text.slice(0, 200) }
        notes.set(note.id, note)
        return redirect(routes.notes.show.href({ id: note.id }), 303)
      },
      destroy({ params }) {
        notes.delete(Number(params.id))
        return redirect(routes.notes.index.href(), 303)
      },
    },
  })

  router.map(routes.guard, ({ url }) =>
    page(
      'The guard',
      html`<p>
          <code>cop()</code> refuses what another site makes a browser send. This request says that
          it comes from one:
        </p>
        <pre>
curl -i -X POST -H 'Sec-Fetch-Site: cross-site' ${url.origin}${routes.guestbook.action.href()}</pre>`,
    ),
  )

  return router
}
