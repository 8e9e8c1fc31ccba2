/*
 * React does not document the HTML that it writes. All that the framework knows about this HTML is in this file. Any release
 * of React may change it: `react-markup.test.ts` compares each function with the installed React.
 */

/**
 * Whether React could not finish a boundary of a document that it rendered at once, because something in it suspends or
 * throws. React marks such a boundary, and the marked document may not be sent.
 *
 * Known for React 19.2.0 to 19.3.1: the mark is `<!--$!-->`. Text cannot contain it, because React writes `<` as `&lt;`.
 */
export function hasUnfinishedBoundary(html: string): boolean {
  return html.includes('<!--$!-->')
}

/**
 * Returns the start of the inline scripts by which React shows a part of a streamed document. The nonce tells these scripts
 * from text of the application, which does not know it.
 *
 * Known for React 19.2.0 to 19.3.1: the names of React's functions begin with `$R`, and `nonce` is the only attribute. The
 * shell also has a script with an `id`, which only remembers the time.
 */
export function startOfInstruction(nonce: string): string {
  return `<script nonce="${nonce}">$R`
}

/**
 * The end of a document. React writes it last, after all parts of a stream.
 *
 * Known for React 19.2.0 to 19.3.1.
 */
export const documentEnd = '</body></html>'

/**
 * Adds the elements of preloads to a document that React rendered at once, in the place where React would write them.
 *
 * Known for React 19.2.0 to 19.3.1: preloads stand after the start of `<head>`, the charset and the viewport, in this order,
 * whatever the order of the components is. A root that renders no `<html>` begins with them. In attributes, React writes
 * `>` as `&gt;`.
 */
export function insertPreloads(html: string, preloads: string): string {
  const [start] = documentStart.exec(html)!
  return start + preloads + html.slice(start.length)
}

const documentStart =
  /^(?:<html[^>]*>(?:<head[^>]*>(?:<meta charSet[^>]*>)?(?:<meta name="viewport"[^>]*>)?)?)?/
