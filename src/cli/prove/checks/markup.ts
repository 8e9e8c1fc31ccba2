import { codeLink, endMark } from '../bait.ts'
import { isDocument, type Check } from './check.ts'

/** Input is text on a page, never a tag, an attribute or code. */
export const markup: Check = {
  name: 'markup',
  title: 'Input must be text on a page, not HTML',
  advice:
    'Use JSX or the `html` template of framework/html-template, which escape. Do not join strings to HTML, and use dangerouslySetInnerHTML only for HTML that you wrote. Allow only http: and https: in links.',

  judge({ sent }) {
    if (!isDocument(sent)) return undefined
    const { text } = sent
    if (text.includes(endMark) || withoutRawText(text).includes('<prove-x>')) {
      return { says: `got a page with <prove-x> as a tag: what was sent is read as HTML` }
    }
    if (openedQuotes.test(text)) {
      return { says: `got a page on which a quote that was sent ends an attribute` }
    }
    if (codeLinks.test(text)) {
      return { says: `got a page with the link "${codeLink}", which runs code` }
    }
    return undefined
  },
}

/** An attribute in which the quotes of the mark were not escaped, although its tag was. */
const openedQuotes = /<[a-z][^<>]*=\s*(?:"[^"<>]*|'[^'<>]*)'"&(?:lt|#60|#x3c);prove-x/i

const codeLinks = /<[a-z][^<>]*\b(?:href|src|action|formaction)\s*=\s*["']?javascript:prove\(\)/i

/** HTML without the elements in which a tag is text. */
function withoutRawText(html: string): string {
  return html.replace(
    /<!--.*?-->|<(script|style|title|textarea|noscript|template)\b[^>]*>.*?<\/\1\s*>/gis,
    '',
  )
}
