import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { html, type SafeHtml } from '../../http/html-template/index.ts'

/** How many mails the page shows. */
const most = 50

/** How much of one mail the page shows, in characters. */
const mostText = 20_000

const style = `
body { max-width: 45rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui }
article { margin: 1.5rem 0; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; padding: 0 1rem }
h2 { font-size: 1rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
`

/**
 * Writes the page of the mails that an app has written as files instead of sending them: the newest first, with links.
 *
 * @param root The folder of the project
 * @param folder The folder of the mails in it
 */
export async function renderMails(root: string, folder: string): Promise<string> {
  const mails = await readMails(resolve(root, folder))
  const none = html`<p>
    No mail yet. This page shows the files of the folder <code>${folder}</code>, which
    <code>sendMail()</code> of the guide to login writes in development. To use another folder, set
    <code>MAIL_FOLDER</code>.
  </p>`
  const body = html`<h1>Mail</h1>
    ${mails.length === 0 ? none : mails.map(showMail)}`
  return renderPage('Mail', `<style>${style}</style>`, String(body))
}

/** Writes a page of the dev server. `head` and `body` are HTML. */
export function renderPage(title: string, head: string, body = '', attribute = ''): string {
  return `<!doctype html><html lang="en" ${attribute}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title>${head}</head><body>${body}</body></html>`
}

interface Mail {
  readonly name: string
  readonly time: Date
  readonly text: string
}

async function readMails(folder: string): Promise<Mail[]> {
  // The folder exists when the first mail was written.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && /\.(?:txt|eml)$/.test(entry.name))
  const found = await Promise.all(
    files.map(async ({ name }) => ({ name, time: (await stat(join(folder, name))).mtime })),
  )
  const newest = found.toSorted((a, b) => Number(b.time) - Number(a.time)).slice(0, most)
  return Promise.all(
    newest.map(async ({ name, time }) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, time, text: text.slice(0, mostText) }
    }),
  )
}

/** Shows the lines before the first empty one as a head, and addresses in the text as links. */
function showMail({ name, time, text }: Mail): SafeHtml {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
  const subject = /^Subject: *(.*)$/im.exec(head)?.[1] ?? name
  const to = /^To: *(.*)$/im.exec(head)?.[1] ?? ''
  const parts = rest.join('\n\n').split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
  const content = parts.map((part, at) =>
    at % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`,
  )
  return html`<article>
    <h2>${subject}</h2>
    <p>To ${to}, <time datetime="${time.toISOString()}">${time.toLocaleString()}</time></p>
    <pre>${content}</pre>
  </article>`
}
