// A small site on the router alone: route maps, params, a form, resources, the guard.
import { cop } from 'framework/cop-middleware'
import { createController, createRouter, type Router } from 'framework/fetch-router'
import { html } from 'framework/html-template'
import { redirect } from 'framework/response'
import { page, stylesheet } from './pages.ts'
import { routes } from './routes.ts'

interface Note {
  readonly id: number
  readonly text: string
}

/** Creates the site; what visitors write lives in memory. */
export function createApp(): Router {
  const entries: string[] = []
  const notes = new Map<number, Note>([[1, { id: 1, text: 'Read the README' }]])
  let nextId = 2

  const router = createRouter({
    middleware: [cop()],
    defaultHandler: ({ url }) =>
      page('Not found', html`<p>There is nothing at <code>${url.pathname}</code>.</p>`, 404),
  })

  router.get('/style.css', () => new Response(stylesheet, { headers: { 'Content-Type': 'text/css' } }))

  router.map(routes.home, () =>
    page(
      'One router, five ideas',
      html`<p>Every link on this site is made by the route map in <code>demos/router/routes.ts</code>.</p>
        <ul>
          <li><a href="${routes.hello.href({ name: 'Grace Hopper' })}">A param</a> with a space in it</li>
          <li><a href="${routes.guestbook.index.href()}">A form</a> that is shown by GET and sent by POST</li>
          <li><a href="${routes.notes.index.href()}">Resources</a>: a list, an item, create and delete</li>
          <li><a href="${routes.guard.href()}">The guard</a> against requests from other sites</li>
          <li><a href="/nowhere">A page that is not there</a></li>
        </ul>`,
    ),
  )

  router.map(routes.hello, ({ params }) =>
    page(`Hello, ${params.name}`, html`<p><code>params.name</code> is <code>${params.name}</code>.</p>`),
  )

  router.map(
    routes.guestbook,
    createController(routes.guestbook, {
      actions: {
        index: () =>
          page(
            'Guestbook',
            html`<form method="post" action="${routes.guestbook.action.href()}">
                <input name="entry" aria-label="Your entry" required maxlength="200" />
                <button>Sign</button>
              </form>
              <ul>
                ${entries.map((entry) => html`<li>${entry}</li>`)}
              </ul>`,
          ),
        async action({ request }) {
          const entry = String((await request.formData()).get('entry') ?? '').trim()
          if (entry === '') return page('Guestbook', html`<p>An entry needs some text.</p>`, 422)
          entries.unshift(entry.slice(0, 200))
          return redirect(routes.guestbook.index.href(), 303)
        },
      },
    }),
  )

  router.map(routes.notes, {
    actions: {
      index: () =>
        page(
          'Notes',
          html`<form method="post" action="${routes.notes.create.href()}">
              <input name="text" aria-label="Text of the note" required maxlength="200" />
              <button>Add</button>
            </form>
            <ul>
              ${[...notes.values()].map(
                ({ id, text }) => html`<li><a href="${routes.notes.show.href({ id })}">${text}</a></li>`,
              )}
            </ul>`,
        ),
      show({ params }) {
        const note = notes.get(Number(params.id))
        if (!note) return page('Not found', html`<p>Note ${params.id} is gone.</p>`, 404)
        return page(
          note.text,
          html`<p>Delete it with a request of your own:</p>
            <pre>curl -X DELETE http://localhost:3000${routes.notes.destroy.href({ id: note.id })}</pre>`,
        )
      },
      async create({ request }) {
        const text = String((await request.formData()).get('text') ?? '').trim()
        if (text === '') return page('Notes', html`<p>A note needs some text.</p>`, 422)
        const note = { id: nextId++, text: text.slice(0, 200) }
        notes.set(note.id, note)
        return redirect(routes.notes.show.href({ id: note.id }), 303)
      },
      destroy({ params }) {
        return new Response(null, { status: notes.delete(Number(params.id)) ? 204 : 404 })
      },
    },
  })

  router.map(routes.guard, () =>
    page(
      'The guard',
      html`<p>
          <code>cop()</code> refuses what another site makes a browser send. This request says that it comes from one:
        </p>
        <pre>
curl -i -X POST -H 'Sec-Fetch-Site: cross-site' http://localhost:3000${routes.guestbook.action.href()}</pre
        >`,
    ),
  )

  return router
}
