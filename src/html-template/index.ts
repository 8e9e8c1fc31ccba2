export { html, type HtmlTag } from './html.ts'
export { isSafeHtml, type SafeHtml } from './safe-html.ts'
