export { html, type HtmlTag, isSafeHtml, type SafeHtml } from './html.ts'
