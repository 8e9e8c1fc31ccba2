// A small site that only uses the router: route maps, params, forms, resources, the guard.
import { createFields, type Failure, type HtmlField } from 'framework/contract'
import { cop } from 'framework/cop-middleware'
import { createRouter, type Router } from 'framework/fetch-router'
import { formData } from 'framework/form-data-middleware'
import { html, type SafeHtml } from 'framework/html-template'
import { methodOverride } from 'framework/method-override-middleware'
import { redirect } from 'framework/response'
import { page, stylesheet } from './pages.ts'
import { Entry, NewNote, routes } from './routes.ts'

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

  const guestbookPage = (failure?: Failure) => {
    const { entry } = createFields(Entry, { failure })
    return page(
      'Guestbook',
      html`<form method="post" action="${routes.guestbook.action.href()}">
          <input ${entry.attributes} aria-label="Your entry" />
          <button>Sign</button>
        </form>
        ${errorOf(entry)}
        <ul>
          ${entries.map((entry) => html`<li>${entry}</li>`)}
        </ul>`,
      failure?.status,
    )
  }

  router.map(routes.guestbook, {
    actions: {
      index: () => guestbookPage(),
      action: {
        handler({ input }) {
          entries.unshift(input.body.entry)
          return redirect(routes.guestbook.index.href(), 303)
        },
        invalid: (_context, failure) => guestbookPage(failure),
      },
    },
  })

  const notesPage = (failure?: Failure) => {
    const { text } = createFields(NewNote, { failure })
    return page(
      'Notes',
      html`<form method="post" action="${routes.notes.create.href()}">
          <input ${text.attributes} aria-label="Text of the note" />
          <button>Add</button>
        </form>
        ${errorOf(text)}
        <ul>
          ${[...notes.values()].map(
            ({ id, text }) =>
              html`<li><a href="${routes.notes.show.href({ id })}">${text}</a></li>`,
          )}
        </ul>`,
      failure?.status,
    )
  }

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
      create: {
        handler({ input }) {
          const note = { id: nextId++, ...input.body }
          notes.set(note.id, note)
          return redirect(routes.notes.show.href({ id: note.id }), 303)
        },
        invalid: (_context, failure) => notesPage(failure),
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

/** The messages of a field, if there are any. */
function errorOf({ errorId, errors }: HtmlField): SafeHtml | undefined {
  return errors.length > 0
    ? html`<p class="error" role="alert" id="${errorId}">${errors}</p>`
    : undefined
}
