import { readFileSync } from 'node:fs'
import { showValue } from '../../internal/guards/check.ts'
import { escapeHtml } from '../../http/html-template/shared.ts'
import type { ErrorDetails } from '../panel/shared.ts'

type Location = NonNullable<ErrorDetails['loc']>

/**
 * Returns the page that shows an error in development. The page loads again when a file changes.
 *
 * @param error The thrown value
 * @param base Vite's `base`
 * @param panel The URL of the panel's script
 */
export function errorPage(error: unknown, base: string, panel?: string): string {
  const { message, stack, frame, loc } = errorDetails(error)
  const place = loc?.file === undefined ? '' : `${loc.file}:${loc.line}:${loc.column}`
  const trace = stack?.includes(message)
    ? stack.slice(stack.indexOf(message) + message.length)
    : stack
  const [title = ''] = message.split('\n')

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>
body { margin: 3rem auto; max-width: 60rem; padding: 0 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: CanvasText; background: Canvas; color-scheme: light dark }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.6 ui-monospace, monospace }
.message { font-size: 1rem; border-left: .25rem solid #d33; padding-left: 1rem }
</style>
</head>
<body>
<h1>The app could not handle this request</h1>
<pre class="message">${escapeHtml(message)}</pre>
${place === '' ? '' : `<pre><a href="${escapeHtml(editorUrl(base, place))}">${escapeHtml(place)}</a></pre>`}
${frame === undefined ? '' : `<pre>${escapeHtml(frame)}</pre>`}
${trace === undefined || trace.trim() === '' ? '' : `<pre>${escapeHtml(trace.trim())}</pre>`}
<script type="module">
import { createHotContext } from ${JSON.stringify(`${base}@vite/client`)}
createHotContext('/framework-error').on('framework:revalidate', () => location.reload())
document.querySelector('a')?.addEventListener('click', (event) => {
  event.preventDefault()
  void fetch(event.currentTarget.href)
})
</script>
${panel === undefined ? '' : `<script type="module" src="${escapeHtml(panel)}"></script>`}
</body>
</html>
`
}

/** The URL with which Vite opens a file in the editor. */
function editorUrl(base: string, place: string): string {
  return `${base}__open-in-editor?file=${encodeURIComponent(place)}`
}

/** Formats an error for the terminal: with its location in the sources if known, otherwise with its stack. */
export function describeError(error: unknown): string {
  const { message, stack, frame, loc } = errorDetails(error)
  if (frame === undefined) return stack ?? message
  const place = loc?.file === undefined ? '' : `\n${loc.file}:${loc.line}:${loc.column}`
  return `${message}${place}\n${frame}`
}

/** Returns the details of an error, without terminal colours. */
export function errorDetails(error: unknown): ErrorDetails {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  if (!('message' in error)) return { message: showValue(error) }

  const { message, stack, frame, loc, errors } = error as ErrorDetails & { errors?: unknown }
  const [first] = (Array.isArray(errors) ? errors : []) as readonly (ErrorDetails | undefined)[]
  if (loc === undefined && typeof first?.loc?.file === 'string') {
    return syntaxError(first.message, first.loc)
  }
  return {
    message: plain(message),
    stack: stack && plain(stack),
    frame: frame && plain(frame),
    loc,
  }
}

/**
 * The compiler draws a box around the source, for terminals. The first line is the message. The stack is the compiler's own.
 */
function syntaxError(message: string, loc: Location): ErrorDetails {
  const [title = ''] = plain(message).split('\n')
  const place = { ...loc, column: loc.column + 1 }
  return { message: title.replace(/^\[\w+\] /, ''), frame: excerptOf(place), loc: place }
}

/** Returns the lines around a place, with a mark below it. The file may have changed since. */
export function excerptOf({ file, line, column }: Location): string | undefined {
  try {
    const lines = readFileSync(file!, 'utf8').split(/\r?\n/)
    const first = Math.max(1, line - 3)
    const width = String(line + 3).length
    return lines
      .slice(first - 1, line + 3)
      .flatMap((text, at) => {
        const number = String(first + at).padStart(width)
        if (first + at !== line) return `  ${number} | ${text}`
        return [`> ${number} | ${text}`, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`]
      })
      .join('\n')
  } catch {
    return undefined
  }
}

/** Removes the colour codes of a terminal. */
function plain(text: string): string {
  return text.replaceAll(/\u001B\[[\d;]*m/g, '')
}
