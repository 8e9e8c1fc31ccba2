import { html, type SafeHtml } from 'framework/html-template'
import { createHtmlResponse } from 'framework/response'
import { routes } from './routes.ts'

/** Returns a whole page with `body`. */
export function page(title: string, body: SafeHtml, status = 200): Response {
  return createHtmlResponse(
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <nav>
          <a href="${routes.home.href()}">Home</a>
          <a href="${routes.hello.href({ name: 'world' })}">Params</a>
          <a href="${routes.guestbook.index.href()}">Form</a>
          <a href="${routes.notes.index.href()}">Resources</a>
          <a href="${routes.guard.href()}">Guard</a>
        </nav>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`,
    { status },
  )
}

export const stylesheet = `
:root { color-scheme: light dark; --line: light-dark(#d7dce2, #343b44); --accent: light-dark(#0b57d0, #8ab4f8) }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; background: light-dark(#fbfcfd, #14171b); color: light-dark(#1c2126, #e4e8ec) }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 1rem max(1rem, calc(50% - 19rem)); border-bottom: 1px solid var(--line) }
main { max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
a { color: var(--accent) }
form { display: flex; gap: .5rem; margin: 1rem 0 }
input { flex: 1; min-width: 0 }
input, button { font: inherit; padding: .4rem .7rem; border: 1px solid var(--line); border-radius: .4rem; background: light-dark(#fff, #1d2228); color: inherit }
button { cursor: pointer }
li { margin: .4rem 0 }
code, pre { background: light-dark(#eef1f4, #1d2228); border-radius: .3rem; padding: .1rem .3rem }
pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
.error { color: light-dark(#b3261e, #f2b8b5) }
`
